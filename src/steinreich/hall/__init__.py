"""The server: tables for games in the browser, with their REST and WebSocket interface."""
