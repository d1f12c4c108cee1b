const REACH = 40
const TURN = 14

/** A curve from an output at the right of a node to an input at the left of another. */
export function mainCurve(from, to, floor) {
  if (to.x < from.x + 10) return detour(from, to, floor)
  const bend = Math.max((to.x - from.x) / 2, REACH)
  return {
    path: `M${from.x} ${from.y} C${from.x + bend} ${from.y} ${to.x - bend} ${to.y} ${to.x} ${to.y}`,
    middle: { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 },
  }
}

/** A curve from the top of a sub-node up to a port at the bottom of its parent. */
export function upwardCurve(from, to) {
  const bend = Math.max(Math.abs(from.y - to.y) / 2, REACH)
  return {
    path: `M${from.x} ${from.y} C${from.x} ${from.y - bend} ${to.x} ${to.y + bend} ${to.x} ${to.y}`,
    middle: { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 },
  }
}

/** Back to the left: out, down below both nodes, along, up and in. */
function detour(from, to, floor) {
  const right = from.x + REACH
  const left = to.x - REACH
  const down = floor - TURN
  return {
    path: [
      `M${from.x} ${from.y}`,
      `H${right - TURN} Q${right} ${from.y} ${right} ${from.y + TURN}`,
      `V${down} Q${right} ${floor} ${right - TURN} ${floor}`,
      `H${left + TURN} Q${left} ${floor} ${left} ${down}`,
      `V${to.y + TURN} Q${left} ${to.y} ${left + TURN} ${to.y}`,
      `H${to.x}`,
    ].join(' '),
    middle: { x: (left + right) / 2, y: floor },
  }
}
