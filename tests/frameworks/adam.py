"""Adam on a curve with two parameters: what torch does is recorded and compared with the core."""

from __future__ import annotations

from typing import Any

START = [1.5, -0.75]
LEARNING_RATE = 0.05
STEPS = 25


def slope(theta: list[float]) -> list[float]:
    """The gradient of a curve that is steep in one direction and flat in the other."""
    a, b = theta
    return [4 * a**3 - 3 * b, 0.01 * b - 3 * a]


def recorded() -> list[list[float]]:
    """The parameters after each step of torch's Adam with its usual constants, in float64."""
    import torch

    theta: Any = torch.tensor(START, dtype=torch.float64, requires_grad=True)
    adam = torch.optim.Adam([theta], lr=LEARNING_RATE)
    path = []
    for _ in range(STEPS):
        theta.grad = torch.tensor(slope(theta.tolist()), dtype=torch.float64)
        adam.step()
        path.append(theta.tolist())
    return path
