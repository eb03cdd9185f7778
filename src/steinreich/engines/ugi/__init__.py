"""UGI, the Universal Game Interface: a server for programs, a client of engines."""
