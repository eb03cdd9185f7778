"""What keeps one visitor from taking the room of all others."""
