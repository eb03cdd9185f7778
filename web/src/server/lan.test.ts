import { expect, test } from "vitest";
import { isLoopback, getShareOrigin } from "./lan.svelte";

test("loopback addresses and names are recognised", () => {
  expect(["localhost", "127.0.0.1", "127.0.1.1", "[::1]"].every(isLoopback)).toBe(true);
  expect(["192.168.1.7", "127.example.org", "hall.example", "1.127.0.0.1"].some(isLoopback)).toBe(
    false,
  );
});

test("shared links use the address in the local network", () => {
  const here = new URL("http://127.0.0.1:8421/table/x");
  const lanUrl = "http://192.168.1.7:8421/";
  expect(getShareOrigin(here, null)).toBe("http://127.0.0.1:8421");
  expect(getShareOrigin(here, lanUrl)).toBe("http://192.168.1.7:8421");
  expect(getShareOrigin(new URL("https://hall.example/"), lanUrl)).toBe("https://hall.example");
});
