"""The hall: tables that people play at in the browser, and the server that keeps them."""
