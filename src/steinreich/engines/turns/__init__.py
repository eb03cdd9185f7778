"""The computer's turns at tables: ten levels, and a stand-in until their machine code is there."""
