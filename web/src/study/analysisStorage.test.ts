import { expect, test } from "vitest";
import { toBase64Url, compress } from "../library/compression";
import { MAX_LINK_CHARS, getCompressedTree, getSharePath, decompressTree } from "./analysisStorage";
import { type Tree, getBranch, setComment, createTree, addAction } from "./tree";

function createTreeWithVariation(): { tree: Tree; at: number } {
  const { tree, at } = addAction(createTree(["E4xF3", "E5xF5", "pass"]), 1, "D4xD5");
  return { tree: setComment(tree, at, "better? – ☃"), at };
}

const toLink = async (data: unknown): Promise<string> =>
  toBase64Url(await compress(JSON.stringify(data)));

test("a link contains the tree with its comments and the branch shown", async () => {
  const { tree, at } = createTreeWithVariation();
  const path = await getSharePath("tzaar(setup=fixed)", { position: "TtT w 0", tree, at });
  expect(path).toMatch(/^\/analysis\/tzaar\(setup%3Dfixed\)#tree=[\w-]+$/);
  const shared = await decompressTree(getCompressedTree(path!.slice(path!.indexOf("#")))!);
  expect(shared?.position).toBe("TtT w 0");
  expect(getBranch(shared!.tree, shared!.at)).toMatchObject({
    action: "D4xD5",
    comment: "better? – ☃",
  });
  expect(shared!.tree).toHaveLength(tree.length);
  expect(getCompressedTree("#line=a,b")).toBeNull();
});

test("a truncated or invalid link contains no tree", async () => {
  const { tree, at } = createTreeWithVariation();
  const link = getCompressedTree(
    (await getSharePath("tzaar", { position: null, tree, at }))!.split("#")[1]!,
  )!;
  for (const invalid of ["", "%", link.slice(0, 20), await toLink([]), await toLink({ rows: 3 })])
    expect(await decompressTree(invalid)).toBeNull();
  const rows = [[0, ""]];
  expect(await decompressTree(await toLink({ position: 5, rows, at: 0 }))).toBeNull();
  expect(await decompressTree(await toLink({ position: "x".repeat(501), rows, at: 0 }))).toBeNull();
  expect(await decompressTree(await toLink({ position: null, rows, at: 9 }))).toMatchObject({
    at: 0,
  });
});

test("links that decompress to too many bytes are rejected, and large analyses have no link", async () => {
  const bomb = await toLink({ position: null, rows: [[0, "", " ".repeat(5_000_000)]], at: 0 });
  expect(bomb.length).toBeLessThan(MAX_LINK_CHARS);
  expect(await decompressTree(bomb)).toBeNull();
  expect(await decompressTree("A".repeat(MAX_LINK_CHARS + 1))).toBeNull();
  let [tree, seed] = [createTree([]), 7];
  for (let i = 0; i < 2900; i++) {
    seed = Math.imul(seed, 1103515245) + 12345;
    tree = addAction(tree, 0, `${i}/${seed}`).tree;
  }
  expect((await getSharePath("tzaar", { position: null, tree, at: 0 })) === null).toBe(true);
});
