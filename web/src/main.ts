import { mount } from "svelte";
import App from "./App.svelte";
import { followLinks } from "./browser/router.svelte";
import { followSettings } from "./browser/settings.svelte";
import "./style/fonts.css";
import "./style/base.css";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no #app");
followSettings();
followLinks();
mount(App, { target });
