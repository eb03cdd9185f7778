import { expect, test } from "vitest";
import { joinPath, learnPath, puzzlePath, routeOf, setUpPath } from "./route";

test("addresses name pages", () => {
  expect(routeOf("/")).toEqual({ page: "front" });
  expect(routeOf("/lobby")).toEqual({ page: "lobby" });
  expect(routeOf("/games")).toEqual({ page: "games" });
  expect(routeOf("/game/x7", "#3")).toEqual({ page: "replay", id: "x7", fragment: "#3" });
  expect(routeOf("/replay", "#3.H4s")).toEqual({ page: "replay", id: "", fragment: "#3.H4s" });
  const openings = { page: "openings", game: "vier3d(players=3)" };
  expect(routeOf("/openings/vier3d%28players%3D3%29")).toEqual(openings);
  expect(routeOf("/openings/")).toEqual({ page: "openings", game: "" });
  expect(routeOf("/openings/a%")).toEqual({ page: "openings", game: "a%" });
  expect(routeOf("/new/tzaar")).toEqual({ page: "new", game: "tzaar", like: "" });
  expect(routeOf("/table/x7")).toEqual({ page: "table", id: "x7", watch: false });
  expect(routeOf("/watch/x7")).toEqual({ page: "table", id: "x7", watch: true });
});

test("games are set up and taught with their options", () => {
  expect(routeOf("/learn/tzaar")).toEqual({ page: "learn", game: "tzaar" });
  const id = "chain_reaxis(size=8x8,contact=corner)";
  const { pathname } = new URL(learnPath(id), "http://hall");
  expect(routeOf(pathname)).toEqual({ page: "learn", game: id });
  const setUp = new URL(setUpPath(id), "http://hall");
  expect(routeOf(setUp.pathname)).toEqual({ page: "new", game: id, like: "" });
  const again = new URL(setUpPath(id, "x7"), "http://hall");
  expect(routeOf(again.pathname, again.hash)).toEqual({ page: "new", game: id, like: "x7" });
  expect(routeOf("/learn/%zz")).toEqual({ page: "learn", game: "%zz" });
});

test.each(["/nowhere", "/learn", "/table", "/new", "/table/a/b", "/lobby/x"])(
  "%s is lost",
  (path) => {
    expect(routeOf(path)).toEqual({ page: "lost" });
  },
);

test("puzzles: those of all games, of one game, and one of them", () => {
  expect(routeOf("/puzzles")).toEqual({ page: "puzzles" });
  expect(routeOf(puzzlePath("tzaar"))).toEqual({ page: "puzzle", game: "tzaar", puzzle: null });
  const { pathname, hash } = new URL(puzzlePath("tzaar", "day"), "http://hall");
  expect(routeOf(pathname, hash)).toEqual({ page: "puzzle", game: "tzaar", puzzle: "day" });
  expect(routeOf("/puzzles/tzaar/x")).toEqual({ page: "lost" });
});

test("an invitation survives the way through a link", () => {
  const link = new URL(joinPath("x7", 1, "s3-cr.et"), "http://hall");
  expect(routeOf(link.pathname, link.hash)).toEqual({
    page: "join",
    id: "x7",
    seat: 1,
    invite: "s3-cr.et",
  });
  const open = new URL(joinPath("x7", 2), "http://hall");
  expect(routeOf(open.pathname, open.hash)).toMatchObject({ seat: 2, invite: null });
  expect(routeOf("/join/x7")).toMatchObject({ seat: null, invite: null });
});
