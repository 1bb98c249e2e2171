"""The closed vocabularies of a record. Each word carries its meaning."""

from paperclaims_schema.base import Vocabulary


class Contribution(Vocabulary):
    """What kind of thing the work contributes."""

    METHOD = (
        "method",
        "a new algorithm, model, architecture, loss, mechanism, training or inference procedure",
    )
    THEORY = "theory", "proved or derived statements"
    DATASET = "dataset", "new data"
    BENCHMARK = "benchmark", "a new evaluation task or suite"
    METRIC = "metric", "a new measure"
    SOFTWARE = "software", "a library, toolkit or kernel meant to be used by others"
    EMPIRICAL_STUDY = (
        "empirical_study",
        "a systematic study of existing methods or phenomena",
    )
    POSITION = "position", "argues for a practice or standard"


class MethodRole(Vocabulary):
    """What part a method plays in the work."""

    PROPOSED = "proposed", "this work's own"
    EXTENDED = "extended", "what this work builds on"
    BASELINE = "baseline", "what it is compared with"
    COMPONENT = "component", "a named part or variant of the proposed method"
    STUDIED = "studied", "analysed or evaluated here without being proposed here"


class ResourceKind(Vocabulary):
    """What kind of thing a resource is."""

    DATASET = "dataset", "data"
    BENCHMARK = "benchmark", "an evaluation task or suite"
    MODEL = "model", "a trained model or model family"
    SOFTWARE = "software", "a library, toolkit, system or platform"
    HARDWARE = "hardware", "a device"


class ResourceRole(Vocabulary):
    """What part a resource plays in the work."""

    INTRODUCED = "introduced", "made by this work"
    EVALUATED_ON = "evaluated_on", "data on which results were obtained"
    STUDIED = "studied", "a model, system or platform under study"
    TRAINED_ON = "trained_on", "data on which something was trained"
    BASE_MODEL = "base_model", "a model that the work starts from"
    COMPARED_WITH = "compared_with", "a rival"
    MENTIONED = "mentioned", "named without any of the other parts"


class ClaimType(Vocabulary):
    """What kind of outcome a claim asserts."""

    PERFORMANCE = (
        "performance",
        "how good: quality, accuracy, error, reward, agreement, robustness, coverage",
    )
    EFFICIENCY = "efficiency", "how cheap: time, memory, tokens, cost, passes, data needed"
    GUARANTEE = (
        "guarantee",
        "proved or derived: bounds, rates, consistency, optimality, complexity, impossibility",
    )
    FINDING = (
        "finding",
        "something observed about the world or about existing methods or models",
    )
    RESOURCE = (
        "resource",
        "size or coverage of something this work releases or used at an exceptional scale",
    )
    NOVELTY = "novelty", "an explicit first"
    LIMITATION = "limitation", "a shortcoming of this work's own method or result"


class Relation(Vocabulary):
    """How the subject stands to the baseline, or to zero."""

    BETTER = "better", "the words judge: an advantage of the subject"
    WORSE = "worse", "the words judge: a disadvantage of the subject"
    MORE = "more", "a comparison without a judgement: more"
    LESS = "less", "a comparison without a judgement: less"
    EQUAL = "equal", "parity, or no difference"
    AT_LEAST_EQUAL = "at_least_equal", '"matches or outperforms", "comparable or superior"'
    LEVEL = "level", "an amount or property stated without comparison"
    EXISTS = "exists", "something is shown to exist, hold or occur"
    ABSENT = "absent", "something is shown not to exist, hold or occur"


class Measure(Vocabulary):
    """The class of a claim's metric."""

    QUALITY = "quality", "how good something is"
    TIME = "time", "duration, speed, latency, throughput"
    MEMORY = "memory", "memory or storage needed"
    COMPUTE = "compute", "operations, passes, energy"
    DATA = "data", "data, samples or tokens needed"
    MONEY = "money", "cost in money"
    SIZE = "size", "how large something is"
    COVERAGE = "coverage", "how much is covered"
    OTHER = "other", "any other measure"


class BaselineKind(Vocabulary):
    """What kind of thing a claim compares with."""

    NAMED = "named", "a listed method or resource"
    CLASS = "class", 'a group: "similarly-sized models"'
    STATE_OF_THE_ART = "state_of_the_art", '"the best baseline", "SOTA methods"'
    OWN_VARIANT = "own_variant", "this work's method without a part, or before training"
    EARLIER_STATE = "earlier_state", 'the same thing before: "its original accuracy"'
    HUMAN = "human", "people"


class ConditionKind(Vocabulary):
    """What kind of restriction a condition is."""

    ASSUMPTION = "assumption", '"under mild assumptions"'
    PARAMETER = "parameter", '"when pruning 30% of the parameters"'
    DATA = "data", '"across five benchmarks"'
    HARDWARE = "hardware", '"on a single GPU"'
    SETTING = "setting", "any other restriction"


class Certainty(Vocabulary):
    """How firmly the abstract asserts a claim."""

    ASSERTED = "asserted", "said without reserve"
    HEDGED = "hedged", '"may", "can", "suggests", "indicates"'
    ESTIMATED = "estimated", '"an estimated", "conservative estimates"'


class QuantityRole(Vocabulary):
    """What an amount does in its claim."""

    RESULT = "result", "the outcome itself"
    REFERENCE = "reference", "the baseline's own value in the same comparison"
    CONDITION = "condition", "a setting under which the claim holds"
    SCOPE = "scope", "how much was covered"
    DISPERSION = "dispersion", "spread or significance: ±, confidence interval, p"


class Form(Vocabulary):
    """The shape of an amount; it decides which values a quantity has."""

    LEVEL = "level", "an amount as such"
    DELTA = "delta", "a change given as a difference or percentage"
    RATIO = "ratio", "a factor"
    FROM_TO = "from_to", "an old and a new level"
    K_OF_N = "k_of_n", "a count out of a total"
    INTERVAL = "interval", "between two values, not a change"
    SYMBOLIC = "symbolic", "an expression or rate"
    VERBAL = "verbal", "an amount in words that has no exact number"


class Qualifier(Vocabulary):
    """How the words limit an amount."""

    EXACT = "exact", "no qualifier"
    ABOUT = "about", "~, approximately, around"
    UP_TO = "up_to", "at the most, as the best case"
    AT_LEAST = "at_least", "this or more"
    MORE_THAN = "more_than", "over, >"
    LESS_THAN = "less_than", "under, <"


class Change(Vocabulary):
    """Of what a `delta` is a part or a difference."""

    ABSOLUTE = "absolute", "a difference, where the words say so"
    RELATIVE = "relative", "a part of the old value, where the words say so or nothing else fits"
    UNSPECIFIED = "unspecified", "the words leave it open"


class Direction(Vocabulary):
    """Which way the measured amount goes."""

    INCREASE = "increase", "it grows"
    DECREASE = "decrease", "it shrinks"


class Aggregation(Vocabulary):
    """Over several cases, what the amount is."""

    MEAN = "mean", "the average"
    MAX = "max", "the largest"
    MEDIAN = "median", "the median"
    TOTAL = "total", "the sum"


class Bound(Vocabulary):
    """What kind of bound an expression is."""

    UPPER = "upper", "at most this"
    LOWER = "lower", "at least this"
    TIGHT = "tight", "exactly this order"


class LinkKind(Vocabulary):
    """What a link leads to."""

    CODE = "code", "source code"
    DATA = "data", "data"
    MODEL = "model", "model weights"
    DEMO = "demo", "a demonstration"
    PROJECT_PAGE = "project_page", "a page about the work"
    OTHER = "other", "anything else"


class Origin(Vocabulary):
    """Where a link is known from."""

    ABSTRACT = "abstract", "it stands in the abstract"
    EXTERNAL = "external", "it was seen on another page"


class Availability(Vocabulary):
    """Whether something can be had, by the abstract's words alone."""

    LINKED = "linked", "a URL is given"
    RELEASED = "released", "said to be available, or released with this work, without a URL"
    PROMISED = "promised", "said for the future"
    NONE = "none", "not said"


class Status(Vocabulary):
    """How far a record's annotation is."""

    DRAFT = "draft", "imported, not yet annotated in full"
    ANNOTATED = "annotated", "annotated in full once"
    ADJUDICATED = "adjudicated", "decided from independent passes"


class AnnotatorKind(Vocabulary):
    """Who or what annotated."""

    PERSON = "person", "a human annotator"
    MODEL = "model", "a language model"


class Confidence(Vocabulary):
    """How sure it is that the bibliography belongs to the abstract."""

    CERTAIN = "certain", "the page shows this abstract"
    LIKELY = "likely", "the page's abstract differs, or was not seen whole"


class Split(Vocabulary):
    """The part of the dataset that a record belongs to."""

    TRAIN = "train", "for development and examples"
    VALIDATION = "validation", "for choosing"
    TEST = "test", "for evaluation only"


class SourceFormat(Vocabulary):
    """What a source document is."""

    PUBMED_XML = "pubmed-xml", "PubMed citations in XML"
    ARXIV = "arxiv", "an arXiv API response in Atom"
    OAI_PMH = "oai-pmh", "OAI-PMH records in XML, Dublin Core or arXiv's own form"
    ACL = "acl", "ACL Anthology XML"
    OPENREVIEW = "openreview", "OpenReview notes of API 1 or 2"
    OPENALEX = "openalex", "OpenAlex works"
    SEMANTIC_SCHOLAR = "semantic-scholar", "Semantic Scholar papers"
    CROSSREF = "crossref", "Crossref works"
    CSL = "csl", "CSL-JSON references"
    PAPERLISTS = "paperlists", "a paperlists conference file"
    ARXIV_JSON = "arxiv-json", "arXiv's metadata snapshot in JSON Lines"
    BIBTEX = "bibtex", "BibTeX"
    RIS = "ris", "RIS references"
    NBIB = "nbib", "PubMed citations in MEDLINE form (.nbib)"
    PARQUET = "parquet", "a Parquet table with a column of abstracts"
    JSON = "json", "JSON Lines or a JSON list with a key for the abstract"
    CSV = "csv", "a table with a column of abstracts: CSV, TSV, Scopus, Web of Science"
    PLAIN = "plain", "a plain or Markdown list of abstracts"


class CleaningStep(Vocabulary):
    """What was done to an abstract as received."""

    INVERTED_INDEX = "inverted_index", "the text was put together from an inverted index"
    LINE_ENDS = "line_ends", "line ends were unified"
    MARKUP = "markup", "HTML, XML or JATS tags were taken away"
    ENTITIES = "entities", "character entities were written out"
    LATEX_ACCENTS = "latex_accents", "LaTeX accents and escapes were written as characters"
    ABSTRACT_LABEL = "abstract_label", "the word Abstract in front was taken away"
    COPYRIGHT = "copyright", "a copyright sentence at the end was taken away"
    WRAPPING = "wrapping", "lines that the format had wrapped were joined"
