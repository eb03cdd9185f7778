"""Lines of four on a board whose cells are bits: what two games of threats have in common."""

from steinreich.rules.bits import U64, rule


@rule
def fourth_places(balls: U64, step: U64, firsts: U64) -> U64:
    """The places, filled or not, whose line in one direction has its three others in the set.

    `step` leads from a cell of a line to the next; `firsts` are the cells on which lines begin.
    """
    a1, a2, a3 = balls >> step, balls >> step >> step, balls >> step >> step >> step
    front, back = balls & a1 & firsts, a2 & a3 & firsts
    found = (front & a2) << step | front & a3
    return (found << step | balls & back) << step | a1 & back
