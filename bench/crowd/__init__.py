"""A crowd that visits a hall: many games at once, through the real server, at a fixed rate.

    python -m bench.crowd play --url http://127.0.0.1:8421 --games 5000

The rate does not depend on the hall: each game has a turn every two seconds, and a turn is timed
from the moment when it was due, however late the hall let it begin.
"""
