"""UGI, the Universal Game Interface: spoken to programs that ask us, and to engines of others."""
