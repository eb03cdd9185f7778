"""Ids of tables: they follow from the token, and mistyped ones are told from genuine ones."""

from steinreich.hall.api.tokens import id_of, is_genuine, new_id, new_token


def test_ids_are_genuine_and_follow_from_the_token() -> None:
    token = new_token()
    assert id_of(token) == id_of(token) != id_of(new_token())
    assert is_genuine(id_of(token))
    assert is_genuine(new_id())


def test_any_other_letter_or_length_is_noticed() -> None:
    id = new_id()
    for place, letter in enumerate(id):
        other = "A" if letter != "A" else "B"
        assert not is_genuine(id[:place] + other + id[place + 1 :])
    for wrong in ("", "nothing", id[:-1], id[:-4], f"{id}A", f"{id}AAAA", "ä" * 20, f"{id}=", "%"):
        assert not is_genuine(wrong)
