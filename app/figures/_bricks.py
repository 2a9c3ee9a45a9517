"""Networks of bricks that tests/record_bricks.py searched for with gelu_core, so that building the figure stays fast.

A search from hundreds of random starts takes minutes. Kept are two digits of each error: another machine may end one
valley a little lower. 0 is exact; what is below 1e-8 counts as 1e-8.
"""

from __future__ import annotations

# The least mean squared error found with 1, 2, 3, ... 12 bricks, all weights free between -8 and 8.
ERRORS: dict[tuple[str, str], tuple[float, ...]] = {
    ("wave", "relu"): (
        0.17,
        0.035,
        0.0033,
        0.00084,
        0.00056,
        0.00027,
        0.00018,
        0.00011,
        7.9e-5,
        5.3e-5,
        4.3e-5,
        2.8e-5,
    ),
    ("wave", "gelu"): (0.09, 0.0031, 1e-7, *[1e-8] * 9),
    ("bump", "relu"): (0.095, 0.011, 0.00063, 0.00031, 0.00019, 7.4e-5, 5.3e-5, 4e-5, 3.5e-5, 2.1e-5, 2e-5, 1.5e-5),
    ("bump", "gelu"): (0.051, 0.0001, 2.5e-7, *[1e-8] * 9),
    ("roof", "relu"): (0.083, 0.011, *[0] * 10),
    ("roof", "gelu"): (0.048, 7e-4, 2.2e-5, 1.8e-5, 1.1e-5, 1.1e-5, 9.1e-6, 8.4e-6, 8.4e-6, 7.6e-6, 7.5e-6, 7.5e-6),
}
# The best three bricks found of the figure's own kind: bends, slopes, the common w1.
THREE: dict[tuple[str, str], tuple[float, ...]] = {
    ("wave", "relu"): (-3, -1.4826, 1.4265, 0.8035, -1.6281, 1.4963, 1),
    ("wave", "gelu"): (-2.408, -2.0219, 1.5926, 3.3631, -4, 1.4734, 0.9748),
    ("bump", "relu"): (-1.6103, 0.0174, 1.4726, 0.6673, -1.3699, 0.648, 1),
    ("bump", "gelu"): (-1.7092, 0.0229, 1.5003, 0.5784, -1.195, 0.542, 2.4555),
    ("roof", "relu"): (-1.5, 0, 1.5, 2 / 3, -4 / 3, 2 / 3, 1),
    ("roof", "gelu"): (-1.5164, 0.0001, 1.5078, 0.6502, -1.3004, 0.645, 8),
}
