"""The client's types match the Python declarations."""

from pathlib import Path

from steinreich.hall.api.typescript import generate

WRITTEN = Path(__file__).parents[3] / "web" / "src" / "protocol.ts"


def test_protocol_file_is_up_to_date() -> None:
    assert WRITTEN.read_text() == generate(), "`make client` regenerates it"


def test_declared_types_are_written() -> None:
    text = generate()
    assert "  level: number | null;" in text
    assert "  remaining_ms: (number | null)[]; // the time of each seat" in text
    assert "  scene: [number, number, number][]; // x, y, z" in text
    assert "  targets: Record<string, Target>;" in text
    assert 'export type Status = "waiting" | "playing" | "over";' in text
    assert "  name?: string;" in text, "optional fields"
    assert "  actions: string[];" in text, "constraints are omitted"
    assert 'export interface Rename {\n  type: "name";\n' in text, "the discriminator comes first"


def test_omits_server_side_fields() -> None:
    text = generate()
    assert "lot: number" not in text
    assert "Outcome" not in text
