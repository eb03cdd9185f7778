"""A load generator: many games at once on a real server, at a fixed rate.

    python -m bench.load play --url http://127.0.0.1:8421 --games 5000

The rate does not depend on the server: each game has a turn every two seconds.  Response times are
measured from when a turn was due, so that they include the delays of a slow server (no coordinated
omission).
"""
