"""What a server of tables and its clients say to each other, declared once."""
