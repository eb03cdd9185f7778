"""Reasons as the player whom they are about reads them: `You completed a four for the computer`."""

import re

from steinreich.rules.language import Words

# Verbs behind a player's name, in the third and the second person.  Behind any other verb the
# player keeps the name.
ENGLISH = {
    **{verb: verb for verb in ("captured", "completed", "reached", "filled", "cannot")},
    "has": "have",
    "holds": "hold",
    "was": "were",
}
GERMAN = {"hat": "hast", "hält": "hältst", "ist": "bist", "kann": "kannst", "war": "warst"}


def to_player(reason: Words, seat: int) -> Words:
    """Address a player in a reason in which `{0}`, `{1}`, ... stand for the players."""
    return Words(
        addressed(reason.en, seat, "you", ENGLISH), addressed(reason.de, seat, "du", GERMAN)
    )


def addressed(text: str, seat: int, you: str, verbs: dict[str, str]) -> str:
    """The text with a pronoun wherever the player is the subject of a known verb."""

    def second(found: re.Match[str]) -> str:
        pronoun = you if found.start() else you.capitalize()
        return f"{pronoun} {verbs[found[1]]}"

    return re.sub(rf"\{{{seat}\}} ({'|'.join(verbs)})\b", second, text)


def about_computer(reason: Words, seat: int) -> Words:
    """Call the only computer at the table by what it is, where it is not the subject."""
    name = rf"(?<!^)\{{{seat}\}}"
    german = re.sub(rf"\bfür {name}", "für den Computer", reason.de)
    german = re.sub(rf"\bvon {name}", "vom Computer", german)
    return Words(re.sub(name, "the computer", reason.en), german)
