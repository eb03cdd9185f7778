import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { gettext } from "./gettext.ts";

const BACKEND = "http://127.0.0.1:8421"; // of `steinreich serve`

const FONTS = ["@fontsource-variable/source-sans-3", "@fontsource/source-serif-4"];
const PRELOADED_FONTS = /-latin-(wght|600)-normal-[^/]*\.woff2$/; // that every page uses

const LICENCE_FILE = /^licen[cs]e(\.\w+)?$/i;
const PACKAGE_FOLDER = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//;

/** Return the folders of the packages that contain any of the files, by package name. */
function findPackageFolders(files: Iterable<string>): Map<string, string> {
  const folders = new Map<string, string>();
  for (const file of files) {
    const match = PACKAGE_FOLDER.exec(file);
    if (match?.[1] && match[2]) folders.set(match[2], match[1]);
  }
  return folders;
}

/** Add the licences of all bundled packages to the build, and preload the fonts. */
const licencesAndFonts: Plugin = {
  name: "licences-and-fonts",
  apply: "build",
  async generateBundle() {
    const packages = findPackageFolders(this.getModuleIds());
    for (const name of FONTS) {
      const licence = await this.resolve(`${name}/LICENSE`);
      if (!licence) throw new Error(`${name} has no licence file`);
      packages.set(name, licence.id.replace(/\/LICENSE$/, ""));
    }
    for (const [name, folder] of packages) {
      const file = (await this.fs.readdir(folder)).find((entry) => LICENCE_FILE.test(entry));
      if (!file) throw new Error(`${name} has no licence file`);
      const source = await this.fs.readFile(`${folder}/${file}`, { encoding: "utf8" });
      const fileName = `licences/${name.replace(/^@[^/]+\//, "")}.txt`;
      this.emitFile({ type: "asset", fileName, source });
    }
  },
  transformIndexHtml: {
    order: "post",
    handler: (_, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => PRELOADED_FONTS.test(file))
        .map((file) => ({
          tag: "link",
          attrs: { rel: "preload", href: `/${file}`, as: "font", crossorigin: true },
        })),
  },
};

/** Name the chunks of catalogues after their languages, because all are called client.po. */
function chunkFileNames({ facadeModuleId }: { facadeModuleId?: string | null }): string {
  const language = /\/locale\/(\w+)\//.exec(facadeModuleId ?? "")?.[1];
  return `assets/${language ? `locale-${language}` : "[name]"}-[hash].js`;
}

export default defineConfig({
  plugins: [svelte(), gettext, licencesAndFonts],
  build: {
    outDir: "../src/steinreich/hall/static",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the Content-Security-Policy allows no data: addresses
    modulePreload: { polyfill: false },
    target: "es2022",
    chunkSizeWarningLimit: 700, // of three.js, which is loaded only for boards with height
    rolldownOptions: {
      checks: { bundlerTimings: false }, // no warnings about slow plugins
      // The code of the first page is one file, even if pages that are loaded later share parts of it.
      output: {
        codeSplitting: { groups: [{ name: "first", test: /\/src\/main\.ts$/ }] },
        chunkFileNames,
      },
    },
  },
  server: {
    proxy: { "/api": { target: BACKEND, ws: true } },
    fs: { allow: [".", "../src/steinreich/locale"] },
  },
  // All test files share one environment, because loading the modules for each takes most of the time.
  test: {
    include: ["src/**/*.test.ts"],
    setupFiles: ["src/words/catalogues.fixture.ts"],
    isolate: false,
  },
});
