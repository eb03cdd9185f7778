"""The client's types are those that Python declares."""

from pathlib import Path

from steinreich.hall.api.typescript import typescript

WRITTEN = Path(__file__).parents[3] / "web" / "src" / "protocol.ts"


def test_the_file_is_up_to_date() -> None:
    assert WRITTEN.read_text() == typescript(), "`make client` writes it anew"


def test_what_is_declared_is_written() -> None:
    text = typescript()
    assert "  level: number | null;" in text
    assert "  left: (number | null)[]; // milliseconds of each seat" in text
    assert "  scene: [number, number, number][]; // x, y, z" in text
    assert "  targets: Record<string, Target>;" in text
    assert 'export type Status = "waiting" | "playing" | "over";' in text
    assert "  name?: string;" in text, "what need not be said"
    assert "  actions: string[];" in text, "without limits"
    assert 'export interface Rename {\n  type: "name";\n' in text, "first what tells messages apart"


def test_what_stays_at_the_server_is_not_written() -> None:
    text = typescript()
    assert "lot: number" not in text
    assert "Outcome" not in text
