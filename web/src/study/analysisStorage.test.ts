import { expect, test } from "vitest";
import { inLink, packed } from "../library/compression";
import { MAX_LINK_CHARS, packedTreeIn, sharedPath, sharedTree } from "./analysisStorage";
import { type Tree, branch, commented, treeOf, tried } from "./tree";

function variations(): { tree: Tree; at: number } {
  const { tree, at } = tried(treeOf(["E4xF3", "E5xF5", "pass"]), 1, "D4xD5");
  return { tree: commented(tree, at, "better? – ☃"), at };
}

const linkOf = async (data: unknown): Promise<string> => inLink(await packed(JSON.stringify(data)));

test("a link carries the whole tree with its comments, and where one looks", async () => {
  const { tree, at } = variations();
  const path = await sharedPath("tzaar(setup=fixed)", { position: "TtT w 0", tree, at });
  expect(path).toMatch(/^\/analysis\/tzaar\(setup%3Dfixed\)#tree=[\w-]+$/);
  const found = await sharedTree(packedTreeIn(path!.slice(path!.indexOf("#")))!);
  expect(found?.position).toBe("TtT w 0");
  expect(branch(found!.tree, found!.at)).toMatchObject({ action: "D4xD5", comment: "better? – ☃" });
  expect(found!.tree).toHaveLength(tree.length);
  expect(packedTreeIn("#line=a,b")).toBeNull();
});

test("a link that was cut, or holds anything else, holds no tree", async () => {
  const { tree, at } = variations();
  const link = packedTreeIn(
    (await sharedPath("tzaar", { position: null, tree, at }))!.split("#")[1]!,
  )!;
  for (const wrong of ["", "%", link.slice(0, 20), await linkOf([]), await linkOf({ rows: 3 })])
    expect(await sharedTree(wrong)).toBeNull();
  const rows = [[0, ""]];
  expect(await sharedTree(await linkOf({ position: 5, rows, at: 0 }))).toBeNull();
  expect(await sharedTree(await linkOf({ position: "x".repeat(501), rows, at: 0 }))).toBeNull();
  expect(await sharedTree(await linkOf({ position: null, rows, at: 9 }))).toMatchObject({ at: 0 });
});

test("links that unpack to too much are refused, and analyses that are too large have no link", async () => {
  const bomb = await linkOf({ position: null, rows: [[0, "", " ".repeat(5_000_000)]], at: 0 });
  expect(bomb.length).toBeLessThan(MAX_LINK_CHARS);
  expect(await sharedTree(bomb)).toBeNull();
  expect(await sharedTree("A".repeat(MAX_LINK_CHARS + 1))).toBeNull();
  let [tree, seed] = [treeOf([]), 7];
  for (let i = 0; i < 2900; i++) {
    seed = Math.imul(seed, 1103515245) + 12345;
    tree = tried(tree, 0, `${i}/${seed}`).tree;
  }
  expect((await sharedPath("tzaar", { position: null, tree, at: 0 })) === null).toBe(true);
});
