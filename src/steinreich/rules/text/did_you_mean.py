"""What somebody may have meant by a name that there is not."""

from collections.abc import Iterable
from difflib import SequenceMatcher

from steinreich.rules.language import Words, listed

LEAST = 0.6  # of two names that are alike: the share of their letters that agree, in order
ABBREVIATED = 0.8  # how alike a name and its beginning or end are
SHORTEST = 3  # letters of which one can tell what is abbreviated
LONGEST = 40  # letters that are compared: what is longer was not meant as a name
MOST = 3  # names that are proposed


def alike(word: str, names: Iterable[str]) -> list[str]:
    """The names that are most like a word, all as much as each other; none if none is like it.

    >>> alike("Chain-Reaxis", ["chain_reaxis", "tzaar"]), alike("chess", ["chain_reaxis", "tzaar"])
    (['chain_reaxis'], [])
    """
    wanted = word[:LONGEST].casefold()
    compared = SequenceMatcher(b=wanted, autojunk=False)
    found: dict[float, list[str]] = {}
    for name in names:
        likeness = how_alike(compared, wanted, name.casefold())
        if likeness >= LEAST:
            found.setdefault(likeness, []).append(name)
    return found[max(found)] if found else []


def how_alike(compared: SequenceMatcher[str], wanted: str, name: str) -> float:
    """From 0 to 1, or something less than `LEAST` where that is seen at once."""
    is_part = name.startswith(wanted) or name.endswith(wanted)
    least = ABBREVIATED if len(wanted) >= SHORTEST and is_part else 0.0
    compared.set_seq1(name)
    if max(compared.real_quick_ratio(), least) < LEAST:
        return 0.0
    return max(compared.ratio(), least)


def did_you_mean(word: str, names: Iterable[str]) -> Words | None:
    """The question whether one of the names was meant, if some are like the word."""
    found = alike(word, names)
    if not found or len(found) > MOST:
        return None
    either = listed([repr(name) for name in found], "or", "oder")
    return Words(f"did you mean {either.en}?", f"meintest du {either.de}?")


def suggesting(said: Words, word: str, names: Iterable[str]) -> Words:
    """What is wrong with a word, and which of the names may have been meant."""
    question = did_you_mean(word, names)
    return Words(f"{said.en}; {question.en}", f"{said.de}; {question.de}") if question else said
