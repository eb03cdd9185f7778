"""Ids of tables: derived from the token, with a checksum against typing errors."""

from steinreich.hall.tokens import derive_table_id, is_genuine, new_id, new_token


def test_ids_are_valid_and_derived_from_the_token() -> None:
    token = new_token()
    assert derive_table_id(token) == derive_table_id(token) != derive_table_id(new_token())
    assert is_genuine(derive_table_id(token))
    assert is_genuine(new_id())


def test_detects_changed_letters_and_lengths() -> None:
    id = new_id()
    for index, letter in enumerate(id):
        other = "A" if letter != "A" else "B"
        assert not is_genuine(id[:index] + other + id[index + 1 :])
    for wrong in ("", "nothing", id[:-1], id[:-4], f"{id}A", f"{id}AAAA", "ä" * 20, f"{id}=", "%"):
        assert not is_genuine(wrong)
