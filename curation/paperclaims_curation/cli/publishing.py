"""`paperclaims publish`."""

from __future__ import annotations

from pathlib import Path

import click

from paperclaims_curation.agreement.overview import compare_passes
from paperclaims_curation.building.release import check_release
from paperclaims_curation.cli.options import collection_option, quiet_option
from paperclaims_curation.collection import Collection, open_collection
from paperclaims_curation.problem import BadInputError, ExitCode, PaperclaimsError
from paperclaims_curation.publishing.drift import find_drift
from paperclaims_curation.publishing.hub import Hub
from paperclaims_curation.publishing.planning import choose_repository
from paperclaims_curation.publishing.publisher import plan_release, publish
from paperclaims_curation.publishing.reports import (
    format_drift,
    format_plan,
    format_publication,
)
from paperclaims_curation.validating.validator import validate_collection


def _check(collection: Collection) -> None:
    """Refuse a release that has findings or is not what the records give.

    Raises:
        BadInputError: it is not ready.
    """
    result = validate_collection(collection)
    if result.problems:
        raise BadInputError("nothing was published; correct the findings above", result.problems)
    agreement = compare_passes(collection, result.rows, result.passes)
    folder = collection.release_folder
    problems = check_release(
        result.rows, result.passes, collection.config, folder, agreement=agreement
    )
    if problems:
        message = "nothing was published; build the release first: paperclaims build"
        raise BadInputError(message, tuple(problems))


@click.command("publish")
@click.option(
    "--repo",
    metavar="OWNER/NAME",
    help="The dataset repository; by default hub_repository of collection.toml.",
)
@click.option("--plan", "is_plan", is_flag=True, help="Say what would change, and change nothing.")
@click.option(
    "--check-drift",
    is_flag=True,
    help="Only say whether somebody edited the Hub's copy since the newest release.",
)
@click.option("--pull-request", is_flag=True, help="Propose the release instead of committing it.")
@click.option("--create", is_flag=True, help="Make the repository if there is none.")
@click.option("--private", is_flag=True, help="With --create: only you can see it.")
@click.option(
    "--format", "output", type=click.Choice(["text", "json"]), default="text", show_default=True
)
@quiet_option
@collection_option
def command(
    *,
    repo: str | None,
    is_plan: bool,
    check_drift: bool,
    pull_request: bool,
    create: bool,
    private: bool,
    output: str,
    quiet: bool,
    collection_folder: Path | None,
) -> int:
    """Publish the release on the Hugging Face Hub.

    Data, card and Croissant file go up in one commit, files of an older release that are no longer
    needed go with it, and the commit gets the tag vX.Y.Z of the collection's version. Then the
    published copy is read back and compared. Publishing the same release again changes nothing.

    Records must have no finding, the release must be current, and the version new. The token is
    that of HF_TOKEN or of `hf auth login`; HF_ENDPOINT names another Hub.
    """
    if is_plan and check_drift:
        raise PaperclaimsError("give --plan or --check-drift, not both")
    collection = open_collection(collection_folder)
    hub = Hub(choose_repository(collection, repo))
    if check_drift:
        drift = find_drift(hub)
        click.echo(format_drift(drift, as_json=output == "json"))
        return ExitCode.FINDINGS if drift else ExitCode.CLEAN
    _check(collection)
    if is_plan:
        click.echo(format_plan(plan_release(collection, hub), as_json=output == "json"))
        return ExitCode.CLEAN
    published = publish(collection, hub, create=create, private=private, pull_request=pull_request)
    if not quiet:
        click.echo(format_publication(published, as_json=output == "json"))
    return ExitCode.CLEAN
