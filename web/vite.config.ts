import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const server = "http://127.0.0.1:8421"; // `steinreich serve`

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/steinreich/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the Content-Security-Policy allows no data: addresses
    modulePreload: { polyfill: false },
    target: "es2022",
    chunkSizeWarningLimit: 700, // three.js, which loads only for boards with height
    rolldownOptions: { checks: { bundlerTimings: false } }, // who builds once does not mind
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["src/**/*.test.ts"] },
});
