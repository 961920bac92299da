# SPDX-License-Identifier: MIT
"""Writes flat wires of FreeCAD as DXF with lines and arcs. tools/step_section and the FreeCAD macro use it. Lengths are in mm."""
import math

SAMPLES = 50  # number of samples per curve, from which the reported distance is computed


class NotClosed(Exception):
    """The exception for a wire that is not closed."""


def normal_of(face):
    u0, u1, v0, v1 = face.ParameterRange
    return face.normalAt((u0 + u1) / 2, (v0 + v1) / 2)


def axes_of(FreeCAD, normal):
    """Returns two unit vectors that span the plane. If the normal is z, these are x and y."""
    x = FreeCAD.Vector(1, 0, 0) if abs(normal.z) > 1 - 1e-12 else FreeCAD.Vector(-normal.y, normal.x, 0).normalize()
    return x, normal.cross(x)


def pieces_of(Part, edge, deviation):
    """Returns the lines and arcs that replace an edge, and their largest distance from sampled points of the edge."""
    if isinstance(edge.Curve, (Part.Line, Part.LineSegment, Part.Circle)):
        return [edge], 0
    first, last = edge.ParameterRange
    curve = edge.Curve.toBSpline(first, last) if hasattr(edge.Curve, "toBSpline") else edge.Curve
    arcs = [Part.Edge(arc) for arc in curve.toBiArcs(deviation)]
    wire = Part.Compound(arcs)
    off = max(wire.distToShape(Part.Vertex(edge.valueAt(first + (last - first) * k / SAMPLES)))[0] for k in range(SAMPLES + 1))
    return arcs, off


def points_of(Part, piece, flat):
    """Returns start, end and bulge of a line or an arc, in plane coordinates. The start is where the parameter is least."""
    first, last = piece.ParameterRange
    start, end = flat(piece.valueAt(first)), flat(piece.valueAt(last))
    if not isinstance(piece.Curve, Part.Circle):
        return start, end, 0
    quarter = flat(piece.valueAt(first + (last - first) / 4))
    # The sign of the bulge follows from the sense in which the arc turns: from its start, over the point at a quarter
    # of its length, to its end.
    turn = (quarter[0] - start[0]) * (end[1] - quarter[1]) - (quarter[1] - start[1]) * (end[0] - quarter[0])
    return start, end, math.copysign(math.tan((last - first) / 4), turn)


def entities_of(Part, wire, flat, deviation):
    """Returns the DXF entity of a closed wire, and the largest distance of its arcs from the curves that they replace."""
    edges = wire.OrderedEdges
    if len(edges) == 1 and isinstance(edges[0].Curve, Part.Circle) and edges[0].isClosed():
        x, y = flat(edges[0].Curve.Center)
        return f"0\nCIRCLE\n5\n{{}}\n100\nAcDbEntity\n8\nOUTLINE\n100\nAcDbCircle\n10\n{x!r}\n20\n{y!r}\n30\n0.0\n40\n{edges[0].Curve.Radius!r}\n", 0
    segments, worst = [], 0
    for edge in edges:
        pieces, off = pieces_of(Part, edge, deviation)
        worst = max(worst, off)
        segments.append([points_of(Part, one, flat) for one in pieces])
    reverse = lambda some: [(b, a, -bulge) for a, b, bulge in reversed(some)]
    # Edges are in the order of the wire, but may have the opposite direction. The end that is nearer to the previous
    # edge is the start.
    if len(segments) > 1:
        ends = [segments[1][0][0], segments[1][-1][1]]
        if min(math.dist(segments[0][0][0], p) for p in ends) < min(math.dist(segments[0][-1][1], p) for p in ends):
            segments[0] = reverse(segments[0])
    for k in range(1, len(segments)):
        at = segments[k - 1][-1][1]
        if math.dist(at, segments[k][-1][1]) < math.dist(at, segments[k][0][0]):
            segments[k] = reverse(segments[k])
    chain = [one for some in segments for one in some]
    size = max(math.dist(a, chain[0][0]) for a, _, _ in chain) or 1
    for k, (_, end, _) in enumerate(chain):
        if math.dist(end, chain[(k + 1) % len(chain)][0]) > 1e-6 * size + deviation:
            raise NotClosed(f"a wire is not closed near {end}")
    text = f"0\nLWPOLYLINE\n5\n{{}}\n100\nAcDbEntity\n8\nOUTLINE\n100\nAcDbPolyline\n90\n{len(chain)}\n70\n1\n"
    for (x, y), _, bulge in chain:
        text += f"10\n{x!r}\n20\n{y!r}\n" + (f"42\n{bulge!r}\n" if bulge else "")
    return text, worst


def dxf_of(Part, wires, flat, deviation):
    """Returns the text of a DXF file with the wires, and the largest distance of arcs from the curves that they replace. `flat`
    maps a point in space to plane coordinates."""
    text = "0\nSECTION\n2\nHEADER\n9\n$ACADVER\n1\nAC1015\n9\n$INSUNITS\n70\n4\n0\nENDSEC\n0\nSECTION\n2\nENTITIES\n"
    worst = 0
    for k, wire in enumerate(wires):
        entity, off = entities_of(Part, wire, flat, deviation)
        text += entity.format(f"{k + 0x100:X}")
        worst = max(worst, off)
    return text + "0\nENDSEC\n0\nEOF\n", worst
