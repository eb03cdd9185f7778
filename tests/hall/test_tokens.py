"""Ids of tables: derived from the token, with a checksum against typing errors."""

from steinreich.hall.tokens import is_genuine, new_id, new_token, table_id_for_token


def test_ids_are_valid_and_derived_from_the_token() -> None:
    token = new_token()
    assert table_id_for_token(token) == table_id_for_token(token) != table_id_for_token(new_token())
    assert is_genuine(table_id_for_token(token))
    assert is_genuine(new_id())


def test_changed_letters_and_lengths_are_detected() -> None:
    id = new_id()
    for place, letter in enumerate(id):
        other = "A" if letter != "A" else "B"
        assert not is_genuine(id[:place] + other + id[place + 1 :])
    for wrong in ("", "nothing", id[:-1], id[:-4], f"{id}A", f"{id}AAAA", "ä" * 20, f"{id}=", "%"):
        assert not is_genuine(wrong)
