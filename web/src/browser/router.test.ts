import { expect, test } from "vitest";
import {
  analysisPath,
  joinPath,
  learnPath,
  puzzlePath,
  parseRoute,
  setUpPath,
  parseAnalysisFragment,
  pageTitle,
} from "./router.svelte";

test("addresses are parsed as routes", () => {
  expect(parseRoute("/")).toEqual({ page: "front" });
  expect(parseRoute("/lobby")).toEqual({ page: "lobby" });
  expect(parseRoute("/games")).toEqual({ page: "games" });
  expect(parseRoute("/game/x7", "#3")).toEqual({ page: "replay", id: "x7", fragment: "#3" });
  expect(parseRoute("/replay", "#3.H4s")).toEqual({ page: "replay", id: "", fragment: "#3.H4s" });
  const openings = { page: "openings", game: "vier3d(players=3)" };
  expect(parseRoute("/openings/vier3d%28players%3D3%29")).toEqual(openings);
  expect(parseRoute("/openings/")).toEqual({ page: "openings", game: "" });
  expect(parseRoute("/openings/a%")).toEqual({ page: "openings", game: "a%" });
  expect(parseRoute("/new/tzaar")).toEqual({ page: "new", game: "tzaar", template: "" });
  expect(parseRoute("/table/x7")).toEqual({ page: "table", id: "x7", watch: false });
  expect(parseRoute("/watch/x7")).toEqual({ page: "table", id: "x7", watch: true });
});

test("paths to set up or learn a game contain its options", () => {
  expect(parseRoute("/learn/tzaar")).toEqual({ page: "learn", game: "tzaar" });
  const id = "chain_reaxis(size=8x8,contact=corner)";
  const { pathname } = new URL(learnPath(id), "http://hall");
  expect(parseRoute(pathname)).toEqual({ page: "learn", game: id });
  const setUp = new URL(setUpPath(id), "http://hall");
  expect(parseRoute(setUp.pathname)).toEqual({ page: "new", game: id, template: "" });
  const again = new URL(setUpPath(id, "x7"), "http://hall");
  expect(parseRoute(again.pathname, again.hash)).toEqual({ page: "new", game: id, template: "x7" });
  expect(parseRoute("/learn/%zz")).toEqual({ page: "learn", game: "%zz" });
});

test.each(["/nowhere", "/learn", "/table", "/new", "/table/a/b", "/lobby/x"])(
  "%s is not found",
  (path) => {
    expect(parseRoute(path)).toEqual({ page: "not found" });
  },
);

test("puzzle paths lead to all games, to one game or to one puzzle", () => {
  expect(parseRoute("/puzzles")).toEqual({ page: "puzzles" });
  expect(parseRoute(puzzlePath("tzaar"))).toEqual({ page: "puzzle", game: "tzaar", puzzle: null });
  const { pathname, hash } = new URL(puzzlePath("tzaar", "day"), "http://hall");
  expect(parseRoute(pathname, hash)).toEqual({ page: "puzzle", game: "tzaar", puzzle: "day" });
  expect(parseRoute("/puzzles/tzaar/x")).toEqual({ page: "not found" });
});

test("a link for an invitation contains its seat and secret", () => {
  const link = new URL(joinPath("x7", 1, "s3-cr.et"), "http://hall");
  expect(parseRoute(link.pathname, link.hash)).toEqual({
    page: "join",
    id: "x7",
    seat: 1,
    invite: "s3-cr.et",
  });
  const open = new URL(joinPath("x7", 2), "http://hall");
  expect(parseRoute(open.pathname, open.hash)).toMatchObject({ seat: 2, invite: null });
  expect(parseRoute("/join/x7")).toMatchObject({ seat: null, invite: null });
});

const POSITION = "TtTRZ/ZTrtTt/TTRZ2RTr w 0";

test.each([
  { position: null, line: [], at: 0 },
  { position: POSITION, line: ["E4xF3", "pass"], at: 1 },
  { position: null, line: ["a1a2", "b2"], at: 2 },
])("an analysis link contains the position and the line: %o", (address) => {
  const { pathname, hash } = new URL(analysisPath("tzaar(setup=fixed)", address), "http://hall");
  expect(decodeURIComponent(pathname)).toBe("/analysis/tzaar(setup=fixed)");
  expect(parseAnalysisFragment(hash)).toEqual(address);
});

test("an invalid number of actions means the end of the line", () => {
  expect(parseAnalysisFragment("#line=a,b&at=7")).toEqual({
    position: null,
    line: ["a", "b"],
    at: 2,
  });
  expect(parseAnalysisFragment("#at=x").at).toBe(0);
});

test("titles join the parts that are not empty", () => {
  expect(pageTitle("Your turn", "TZAAR")).toBe("Your turn – TZAAR – Steinreich");
  expect(pageTitle(null, "", "Lobby")).toBe("Lobby – Steinreich");
  expect(pageTitle()).toBe("Steinreich");
});
