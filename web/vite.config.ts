import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { gettext } from "./gettext.ts";

const server = "http://127.0.0.1:8421"; // `steinreich serve`

const FONTS = ["@fontsource-variable/source-sans-3", "@fontsource/source-serif-4"];
const EVERYWHERE = /-latin-(wght|600)-normal-[^/]*\.woff2$/; // what every page is written with

const LICENCE = /^licen[cs]e(\.\w+)?$/i;
const PACKAGE = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//;

/** The folder of each package whose code or fonts end up in the pages. */
function bundledPackages(files: Iterable<string>): Map<string, string> {
  const found = new Map<string, string>();
  for (const file of files) {
    const match = PACKAGE.exec(file);
    if (match?.[1] && match[2]) found.set(match[2], match[1]);
  }
  return found;
}

/** The licences of all that is bundled go with the pages; fonts are loaded with the script. */
const bundled: Plugin = {
  name: "bundled",
  apply: "build",
  async generateBundle() {
    const packages = bundledPackages(this.getModuleIds());
    for (const name of FONTS) {
      const found = await this.resolve(`${name}/LICENSE`);
      if (!found) throw new Error(`${name} comes without a licence`);
      packages.set(name, found.id.replace(/\/LICENSE$/, ""));
    }
    for (const [name, folder] of packages) {
      const file = (await this.fs.readdir(folder)).find((one) => LICENCE.test(one));
      if (!file) throw new Error(`${name} comes without a licence`);
      const source = await this.fs.readFile(`${folder}/${file}`, { encoding: "utf8" });
      const fileName = `licences/${name.replace(/^@[^/]+\//, "")}.txt`;
      this.emitFile({ type: "asset", fileName, source });
    }
  },
  transformIndexHtml: {
    order: "post",
    handler: (_, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => EVERYWHERE.test(file))
        .map((file) => ({
          tag: "link",
          attrs: { rel: "preload", href: `/${file}`, as: "font", crossorigin: true },
        })),
  },
};

/** Catalogues are all called client.po: their chunks are named after the language. */
function chunkFileNames({ facadeModuleId }: { facadeModuleId?: string | null }): string {
  const language = /\/locale\/(\w+)\//.exec(facadeModuleId ?? "")?.[1];
  return `assets/${language ? `locale-${language}` : "[name]"}-[hash].js`;
}

export default defineConfig({
  plugins: [svelte(), gettext, bundled],
  build: {
    outDir: "../src/steinreich/hall/static",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the Content-Security-Policy allows no data: addresses
    modulePreload: { polyfill: false },
    target: "es2022",
    chunkSizeWarningLimit: 700, // three.js, which loads only for boards with height
    rolldownOptions: {
      checks: { bundlerTimings: false }, // who builds once does not mind
      // All that every page needs comes in one file, whatever pages that are loaded later share of it.
      output: {
        codeSplitting: { groups: [{ name: "first", test: /\/src\/main\.ts$/ }] },
        chunkFileNames,
      },
    },
  },
  server: {
    proxy: { "/api": { target: server, ws: true } },
    fs: { allow: [".", "../src/steinreich/locale"] },
  },
  // In one place for all files: to load what they test anew for each takes most of the time.
  test: {
    include: ["src/**/*.test.ts"],
    setupFiles: ["src/words/catalogues.fixture.ts"],
    isolate: false,
  },
});
