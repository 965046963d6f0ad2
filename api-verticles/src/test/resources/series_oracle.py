"""Series and summaries by NumPy, for comparison: python3 series_oracle.py task.json > answer.json

Shares no code with the platform: transverse Mercator by the series of Krueger (to the sixth order),
pixel coverage by clipping each polygon with each pixel (Sutherland and Hodgman), statistics by NumPy.

task: {"cases": [{"name", "cells": "file.npy" (time, y, x), "mask": "file.npy" or null,
                  "maskValues": [..], "scale", "nodata" or null, "zone": UTM zone, "bbox": metres,
                  "times": ISO instants, "resolution": "", "P1D", "P1W", "P1M" or "ALL",
                  "timezone", "percentiles": [..], "polygon": GeoJSON or null for every pixel}]}
"""
import json
import math
import sys
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import numpy as np

A, F = 6378137.0, 1 / 298.257223563
N = F / (2 - F)
RECTIFYING = A / (1 + N) * (1 + N**2 / 4 + N**4 / 64 + N**6 / 256)
ALPHA = (
    N / 2 - 2 * N**2 / 3 + 5 * N**3 / 16 + 41 * N**4 / 180 - 127 * N**5 / 288 + 7891 * N**6 / 37800,
    13 * N**2 / 48 - 3 * N**3 / 5 + 557 * N**4 / 1440 + 281 * N**5 / 630 - 1983433 * N**6 / 1935360,
    61 * N**3 / 240 - 103 * N**4 / 140 + 15061 * N**5 / 26880 + 167603 * N**6 / 181440,
    49561 * N**4 / 161280 - 179 * N**5 / 168 + 6601661 * N**6 / 7257600,
    34729 * N**5 / 80640 - 3418889 * N**6 / 1995840,
    212378941 * N**6 / 319334400,
)


def utm(lon, lat, zone):
    """Easting and northing on the northern half."""
    phi, lam = math.radians(lat), math.radians(lon - (6 * zone - 183))
    c = 2 * math.sqrt(N) / (1 + N)
    t = math.sinh(math.atanh(math.sin(phi)) - c * math.atanh(c * math.sin(phi)))
    xi, eta = math.atan2(t, math.cos(lam)), math.asinh(math.sin(lam) / math.hypot(t, math.cos(lam)))
    east, north = eta, xi
    for j, a in enumerate(ALPHA, 1):
        east += a * math.cos(2 * j * xi) * math.sinh(2 * j * eta)
        north += a * math.sin(2 * j * xi) * math.cosh(2 * j * eta)
    return 500000 + 0.9996 * RECTIFYING * east, 0.9996 * RECTIFYING * north


def clip(ring, axis, bound, keep_less):
    """The part of a ring on one side of a line along an axis."""
    out = []
    for i, p in enumerate(ring):
        q = ring[i - 1]
        inside_p = p[axis] <= bound if keep_less else p[axis] >= bound
        inside_q = q[axis] <= bound if keep_less else q[axis] >= bound
        if inside_p != inside_q:
            t = (bound - q[axis]) / (p[axis] - q[axis])
            out.append((q[0] + t * (p[0] - q[0]), q[1] + t * (p[1] - q[1])))
        if inside_p:
            out.append(p)
    return out


def area(ring):
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:] + ring[:1]))) / 2


def coverage(polygon, case, height, width):
    """Covered part of each pixel."""
    west, south, east, north = case["bbox"]
    weights = np.zeros((height, width))
    for i, ring in enumerate(polygon["coordinates"]):
        places = [utm(p[0], p[1], case["zone"]) for p in ring[:-1]]
        pixels = [((x - west) / (east - west) * width, (north - y) / (north - south) * height)
                  for x, y in places]
        xs, ys = [p[0] for p in pixels], [p[1] for p in pixels]
        for row in range(max(0, math.floor(min(ys))), min(height, math.ceil(max(ys)))):
            band = clip(clip(pixels, 1, row, False), 1, row + 1, True)
            for column in range(max(0, math.floor(min(xs))), min(width, math.ceil(max(xs)))):
                part = clip(clip(band, 0, column, False), 0, column + 1, True) if band else []
                if len(part) > 2:
                    weights[row, column] += area(part) if i == 0 else -area(part)
    weights[weights < 1e-9] = 0
    return np.minimum(weights, 1)


def percentile(values, weights, p):
    """Linear between values that stand in the middle of their weights; NumPy's for equal weights."""
    order = np.lexsort((weights, values))
    values, weights = values[order], weights[order]
    places = np.cumsum(weights) - weights / 2
    found = np.interp(places[0] + p / 100 * (places[-1] - places[0]), places, values)
    if np.all(weights == weights[0]):
        assert abs(found - np.percentile(values, p)) < 1e-9
    return found


def start(time, resolution, zone):
    local = datetime.fromisoformat(time.replace("Z", "+00:00")).astimezone(ZoneInfo(zone))
    day = local.date()
    if resolution == "P1W":
        day -= timedelta(days=day.weekday())
    if resolution == "P1M":
        day = day.replace(day=1)
    return {"": time, "ALL": "all"}.get(resolution, day.isoformat())


def answer(case):
    cells = np.load(case["cells"])
    masks = np.load(case["mask"]) if case["mask"] else None
    times, height, width = cells.shape
    whole = np.ones((height, width))
    weights = coverage(case["polygon"], case, height, width) if case["polygon"] else whole
    buckets = {}
    for i in range(times):
        buckets.setdefault(start(case["times"][i], case["resolution"], case["timezone"]), []).append(i)
    out = []
    for members in buckets.values():
        values, parts, masked, touched = [], [], 0, 0
        for i in members:
            stored, counts = cells[i], weights > 0
            touched += int(counts.sum())
            if masks is not None:
                hidden = np.isin(masks[i], case["maskValues"]) & counts
                masked += int(hidden.sum())
                counts = counts & ~hidden
            if case["nodata"] is not None:
                counts = counts & (stored != case["nodata"])
            counts = counts & np.isfinite(stored.astype(float))
            values.append(stored[counts].astype(float) * case["scale"])
            parts.append(weights[counts])
        v, w = np.concatenate(values), np.concatenate(parts)
        bucket = {"slices": len(members), "valid": len(v), "masked": masked,
                  "nodata": touched - len(v) - masked, "weight": float(w.sum()), "count": len(v)}
        if len(v):
            mean = np.average(v, weights=w)
            bucket.update(mean=mean, sum=float((v * w).sum()), min=v.min(), max=v.max(),
                          std=math.sqrt(np.average((v - mean) ** 2, weights=w)),
                          median=percentile(v, w, 50),
                          percentiles=[percentile(v, w, p) for p in case["percentiles"]])
        out.append(bucket)
    return {"name": case["name"], "areaPixels": float(weights.sum()), "buckets": out}


with open(sys.argv[1]) as task:
    json.dump({"cases": [answer(case) for case in json.load(task)["cases"]]}, sys.stdout)
