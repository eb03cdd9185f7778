"""What processes tell each other beside the events themselves, whatever carries it."""

SILENCE = 15.0  # seconds after which a connection counts as dead; notices come every few seconds
SIGN_OF_LIFE = ("", 0)  # a notice of no event
EVERYTHING = ("*", 0)  # something may have been missed at any table
