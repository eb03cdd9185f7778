"""Positions as SVG."""

import re
from collections import Counter
from itertools import combinations
from math import hypot
from xml.etree import ElementTree

import pytest

from steinreich import Position, load
from steinreich.draw import Picture, svg
from steinreich.draw.elements.stones import MAX_LAYERS, RADIUS, get_shape_id
from steinreich.draw.styles import DARK, LIGHT, PIECES
from steinreich.draw.svg import render, wrap_evenly
from steinreich.rules.about import Piece
from tests.translated import Translated

SVG = "{http://www.w3.org/2000/svg}"


def parse_svg(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def find_by_id(root: ElementTree.Element) -> dict[str, ElementTree.Element]:
    """Return the elements by id without prefix."""
    return {e.attrib["id"].partition("-")[2]: e for e in root.iter() if "id" in e.attrib}


def get_texts(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def luminance(colour: str) -> float:
    """Return the brightness of a colour printed in grey (relative luminance, 0 to 1)."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_every_position_is_a_well_formed_picture(position: Position, theme: str) -> None:
    text = svg(position, theme=theme, language="de", targets=True)  # type: ignore[arg-type]
    root = parse_svg(text)
    assert root.tag == f"{SVG}svg"
    assert not re.search(r"=\"@|~|\"(nan|inf)\"", text)


def test_svg_is_self_contained(position: Position) -> None:
    """No scripts, images, fonts or filters; every reference is to the picture itself."""
    text = svg(position, theme="auto")
    root = parse_svg(text)
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert not tags & {"script", "image", "filter", "foreignObject", "font"}
    assert text.count("://") == 1  # the XML namespace
    ids = Counter(re.findall(r' id="([^"]+)"', text))
    assert all(times == 1 for times in ids.values())
    referred = re.findall(r'(?:href="|url\()#([^")]+)', text)
    assert set(referred) <= ids.keys()


def test_every_piece_is_drawn_once(position: Position) -> None:
    root = parse_svg(svg(position))
    kinds = Counter(use.attrib["href"].partition("-")[2] for use in root.iter(f"{SVG}use"))
    views = 2 if position.game.board.scene else 1
    expected = Counter(get_shape_id(piece) for piece in position.pieces())
    assert {name: kinds[name] for name in expected} == {n: views * c for n, c in expected.items()}


def test_tile_is_one_body_of_two_halves() -> None:
    position = load("chain_reaxis").start().play("c3c4").play("d4e4")
    root = parse_svg(svg(position, targets=False))
    tile = f"url(#{find_by_id(root)['tile'].attrib['id']})"
    bodies = [e.attrib for e in root.iter(f"{SVG}rect") if e.attrib.get("fill") == tile]
    sizes = [(float(body["width"]), float(body["height"])) for body in bodies]
    assert sorted(sizes) == [(94, 194), (194, 94)]


def test_kinds_differ_without_colour(position: Position) -> None:
    """Two kinds of one game have different marks or very different brightness."""
    kinds = {(piece.colour, piece.mark) for piece in position.pieces()}
    for (colour, mark), (other_colour, other_mark) in combinations(kinds, 2):
        apart = abs(luminance(PIECES[colour].body) - luminance(PIECES[other_colour].body))
        assert mark != other_mark or apart > 0.3


def test_all_text_is_inside_the_picture(position: Position) -> None:
    root = parse_svg(svg(position, language="de"))
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    inside = {e for g in root.iter(f"{SVG}g") if "transform" in g.attrib for e in g.iter()}
    for text in set(root.iter(f"{SVG}text")) - inside:
        size = float(text.attrib["font-size"])
        half = 0.3 * size * len(text.text or "")
        x, y = float(text.attrib["x"]), float(text.attrib["y"])
        assert left <= x - half
        assert x + half <= left + width
        assert top <= y - size
        assert y + 0.3 * size <= top + height


def test_labels_are_written(position: Position) -> None:
    written = Counter(get_texts(parse_svg(svg(position))))
    assert not Counter(text for text, _, _ in position.game.board.labels) - written


def test_ids_of_different_pictures_are_distinct() -> None:
    start = load("vier3d").start()
    pictures = [svg(start), svg(start, theme="dark"), svg(start.play("a1"))]
    ids = [set(re.findall(r' id="([^"]+)"', text)) for text in pictures]
    assert not ids[0] & ids[1]
    assert not ids[0] & ids[2]
    assert svg(start) == pictures[0]


def test_supports_all_themes() -> None:
    start = load("vier3d").start().play("a1")
    light, dark, auto = (svg(start, theme=theme) for theme in ("light", "dark", "auto"))
    assert LIGHT["paper"] in light
    assert DARK["paper"] not in light
    assert DARK["paper"] in dark
    assert LIGHT["paper"] not in dark
    assert LIGHT["paper"] in auto
    assert DARK["paper"] in auto
    assert f"light-dark({LIGHT['paper']},{DARK['paper']})" in auto
    assert "light-dark" not in light + dark
    assert LIGHT.keys() == DARK.keys()


def test_rejects_an_unknown_theme() -> None:
    with pytest.raises(ValueError, match="sepia"):
        svg(load("vier3d").start(), theme="sepia")  # type: ignore[arg-type]


@pytest.mark.parametrize("width", [-3, 0, float("nan"), float("inf")])
def test_rejects_an_invalid_width(width: float) -> None:
    with pytest.raises(ValueError, match="width must be "):
        svg(load("vier3d").start(), width=width)


def test_rejects_an_unknown_language() -> None:
    with pytest.raises(ValueError, match="'xx' is not a language; choose from en, de, fr"):
        svg(load("vier3d").start(), language="xx")


def test_svg_escapes_texts(tiles: Picture) -> None:
    special_characters = "a < b & \"c\" > 'd' ~ @ink"
    picture = tiles._replace(
        title=Translated(special_characters, special_characters),
        caption=Translated(special_characters, special_characters),
    )
    root = parse_svg(render(picture, theme="auto"))
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert title.text == special_characters
    assert description is not None
    assert special_characters in (description.text or "")
    assert special_characters in get_texts(root)


def test_picture_has_a_text_alternative(stacks: Picture) -> None:
    root = parse_svg(render(stacks, language="de"))
    ids = {e.attrib["id"] for e in root.iter() if "id" in e.attrib}
    assert root.attrib["role"] == "img"
    assert set(root.attrib["aria-labelledby"].split()) <= ids
    description = root.findtext(f"{SVG}desc") or ""
    assert "Weiß: ziehen" in description
    assert "Letzte Aktion: C1xC3" in description
    assert "weiß, mit Krone: B2 (3)" in description


def test_marks_differ_in_shape(stacks: Picture, tiles: Picture) -> None:
    shapes = find_by_id(parse_svg(render(stacks)))
    parts = {
        mark: [e.tag.removeprefix(SVG) for e in shapes[f"white-{mark}"].iter()]
        for mark in ("plain", "ring", "crown")
    }
    assert parts["plain"] == ["g", "use"]
    assert parts["ring"] == ["g", "use", "circle"]
    assert "path" in parts["crown"]
    halves = find_by_id(parse_svg(render(tiles)))
    assert len(list(halves["wood-plain"].iter(f"{SVG}circle"))) == 0
    assert len(list(halves["wood-holes"].iter(f"{SVG}circle"))) == 18
    assert len(list(halves["wood"].iter(f"{SVG}rect"))) == 2


def test_stacks_show_height_and_layers(stacks: Picture) -> None:
    root = parse_svg(render(stacks))
    assert {"2", "3", "12", "4"} <= set(get_texts(root))
    assert "1" not in get_texts(root)
    uses = Counter(use.attrib["href"].partition("-")[2] for use in root.findall(f"{SVG}use"))
    below = [min(piece.height, MAX_LAYERS) - 1 for piece in stacks.pieces]
    assert uses["white"] == sum(below[:3])
    assert uses["black"] == sum(below[3:])


def test_new_tile_is_outlined_as_one(tiles: Picture) -> None:
    accent = LIGHT["accent"]
    outlines = [e for e in parse_svg(render(tiles)).iter() if e.attrib.get("stroke") == accent]
    assert [(e.attrib["width"], e.attrib["height"]) for e in outlines] == [("100", "200")]


def test_move_between_two_pieces_is_not_drawn_as_a_tile(tiles: Picture) -> None:
    """The kind of action decides, not that both of its cells are occupied."""
    accent, move = LIGHT["accent"], tiles._replace(last_kind="move")
    strokes = [e for e in parse_svg(render(move)).iter() if e.attrib.get("stroke") == accent]
    assert [e.tag.removeprefix(SVG) for e in strokes] == ["path", "circle", "rect"]


def test_move_shows_its_path(stacks: Picture) -> None:
    accent = LIGHT["accent"]
    strokes = [e for e in parse_svg(render(stacks)).iter() if e.attrib.get("stroke") == accent]
    assert [e.tag.removeprefix(SVG) for e in strokes] == ["path", "circle", "circle"]
    # An empty ring, since a dot would be a target, and coloured ground
    origin, destination = strokes[1:]
    assert (origin.attrib["fill"], destination.attrib["fill"]) == ("none", accent)


def test_targets_are_drawn_on_request(tiles: Picture) -> None:
    assert LIGHT["accent-soft"] not in render(tiles)
    assert LIGHT["accent-soft"] in render(tiles, targets=True)


def test_levels_and_perspective_show_the_winning_line() -> None:
    position = load("vier3d").start()
    for rod in ("a1", "b1") * 3 + ("a1",):
        position = position.play(rod)
    english, german = (svg(position, language=language) for language in ("en", "de"))
    assert [f"Level {z}" for z in (1, 2, 3, 4)] == [
        t for t in get_texts(parse_svg(english)) if "Lev" in t
    ]
    assert "Ebene 4" in get_texts(parse_svg(german))
    rods = [e for e in parse_svg(english).iter(f"{SVG}rect") if "rod)" in e.attrib.get("fill", "")]
    assert len(rods) == 16 + 1  # b1 comes out of its topmost ball; a1 is full
    assert (
        english.count(f'stroke="{LIGHT["lit"]}"') == 3
    )  # rings in both views, and a connecting line


def test_every_level_has_all_labels() -> None:
    written = Counter(get_texts(parse_svg(svg(load("vier3d").start()))))
    assert {label: written[label] for label in "abcd1234"} == dict.fromkeys("abcd1234", 4 + 1)


def test_highlights_a_winning_line_on_a_flat_board(tiles: Picture) -> None:
    rendered = render(tiles._replace(winning_lines=((1, 6, 11),)))
    assert LIGHT["lit"] not in render(tiles)
    paths = [
        e
        for e in parse_svg(rendered).iter(f"{SVG}path")
        if e.attrib["d"] == "M100 0L200 -100L300 -200"
    ]
    assert len(paths) == 2  # the line and its edge
    assert rendered.count(f'stroke="{LIGHT["lit"]}"') == 2  # rings and line


@pytest.mark.parametrize("width", [340, 700])
def test_text_is_large_enough(position: Position, width: int) -> None:
    """Nine pixels and more, also on a phone."""
    root = parse_svg(svg(position, width=width))
    scale = width / float(root.attrib["viewBox"].split()[2])
    scales = dict.fromkeys(root.iter(f"{SVG}text"), scale)
    for group in root.iter(f"{SVG}g"):
        if found := re.search(r"scale\((.*)\)", group.attrib.get("transform", "")):
            scales |= dict.fromkeys(group.iter(f"{SVG}text"), scale * float(found[1]))
    assert all(scales[text] * float(text.attrib["font-size"]) >= 9 for text in scales)


def test_perspective_is_above_the_board_in_narrow_pictures() -> None:
    shapes = {}
    for width in (340, 700):
        root = parse_svg(svg(load("vier3d").start(), width=width))
        shapes[width] = float(root.attrib["height"]) / width
    assert shapes[340] > 1.5
    assert shapes[700] < 0.6


def test_labels_do_not_overlap_stacks(stacks: Picture) -> None:
    high = tuple(Piece(cell, "white", "plain", "T", 9) for cell in range(len(stacks.board.cells)))
    root = parse_svg(render(stacks._replace(pieces=high)))
    names = {label for label, _, _ in stacks.board.labels}
    labels = [text for text in root.iter(f"{SVG}text") if text.text in names]
    discs = [(e, RADIUS) for e in root.findall(f"{SVG}use")]
    discs += [(e, 21) for e in root.findall(f"{SVG}circle") if e.attrib["r"] == "20"]
    for label in labels:
        size = float(label.attrib["font-size"])
        x, y = float(label.attrib["x"]), float(label.attrib["y"]) - 0.35 * size
        for disc, radius in discs:
            name = "c" if "cx" in disc.attrib else ""
            dx = abs(float(disc.attrib[name + "x"]) - x) - 0.6 * size
            dy = abs(float(disc.attrib[name + "y"]) - y) - 0.36 * size
            assert hypot(max(dx, 0), max(dy, 0)) > radius


@pytest.mark.parametrize(
    ("text", "max_characters", "lines"),
    [
        (
            "place a tile that touches the last one",
            33,
            ["place a tile that", "touches the last one"],
        ),
        ("one two three four", 9, ["one two", "three", "four"]),
        ("unbreakable so", 12, ["unbreakable", "so"]),
        ("short", 40, ["short"]),
        ("muchtoolong", 6, ["muchto", "olong"]),
        ("", 40, []),
    ],
)
def test_caption_lines_have_similar_lengths(
    text: str, max_characters: int, lines: list[str]
) -> None:
    assert wrap_evenly(text, max_characters) == lines


def test_marked_points_are_inlaid(crossing: Picture) -> None:
    unmarked = crossing._replace(board=crossing.board._replace(marked=()))
    ring = 'r="50"'
    assert render(crossing).count(ring) == 2 * len(crossing.board.marked)
    assert render(unmarked).count(ring) == 0


def test_width_in_pixels_keeps_the_aspect_ratio() -> None:
    root = parse_svg(svg(load("vier3d").start(), width=300))
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    assert float(root.attrib["width"]) == 300
    assert float(root.attrib["height"]) == pytest.approx(300 * height / width, abs=0.1)


def test_unknown_colours_and_marks_are_drawn_as_plain_stone(tiles: Picture) -> None:
    unknown_piece = tiles.pieces[0]._replace(colour="green", mark="star")  # type: ignore[arg-type]
    shapes = find_by_id(parse_svg(render(tiles._replace(pieces=(unknown_piece,)))))
    assert "stone-star" in shapes
    assert "stone" in shapes
