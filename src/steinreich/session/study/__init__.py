"""What the study says of games: marks of actions, and the moments that decided one."""
