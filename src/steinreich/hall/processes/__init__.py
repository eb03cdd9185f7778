"""Several server processes of one hall behind one door, on one machine."""
