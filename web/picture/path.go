// SPDX-License-Identifier: BSD-3-Clause

package picture

import (
	"fmt"
	"regexp"
	"strconv"

	"golang.org/x/image/vector"
)

// pen draws an SVG path: moves, lines and curves, absolute and relative.
type pen struct {
	out              *vector.Rasterizer
	left, top, scale float32 // of the drawing
	x, y             float32 // where the pen is
	startX, startY   float32 // where the outline began
}

// steps returns the number of arguments of a path command: 0 for z, and for commands that trace
// refuses.
func steps(command byte) int {
	switch command | 0x20 {
	case 'm', 'l':
		return 2
	case 'h', 'v':
		return 1
	case 'c':
		return 6
	default:
		return 0
	}
}

// trace draws a path.
func (p *pen) trace(path string) error {
	command, numbers := byte(0), []float32(nil)
	for _, token := range regexp.MustCompile(`[a-zA-Z]|-?(?:\d+\.?\d*|\.\d+)`).FindAllString(path, -1) {
		if token[0]|0x20 >= 'a' {
			if command, numbers = token[0], numbers[:0]; command|0x20 == 'z' {
				p.out.ClosePath()
				p.x, p.y = p.startX, p.startY
			}
			continue
		}
		n, err := strconv.ParseFloat(token, 32)
		if err != nil || steps(command) == 0 {
			return fmt.Errorf("path %q: unknown command at %q", path, token)
		}
		if numbers = append(numbers, float32(n)); len(numbers) == steps(command) {
			p.step(command, numbers)
			numbers = numbers[:0]
			if command|0x20 == 'm' {
				command-- // more points after a move are lines: l is the letter before m
			}
		}
	}
	return nil
}

// step executes one command. Relative coordinates are relative to the pen.
func (p *pen) step(command byte, n []float32) {
	var baseX, baseY float32
	if command >= 'a' {
		baseX, baseY = p.x, p.y
	}
	switch command | 0x20 {
	case 'h':
		p.x = baseX + n[0]
		p.out.LineTo(p.at(p.x, p.y))
	case 'v':
		p.y = baseY + n[0]
		p.out.LineTo(p.at(p.x, p.y))
	case 'm':
		p.x, p.y = baseX+n[0], baseY+n[1]
		p.startX, p.startY = p.x, p.y
		p.out.MoveTo(p.at(p.x, p.y))
	case 'l':
		p.x, p.y = baseX+n[0], baseY+n[1]
		p.out.LineTo(p.at(p.x, p.y))
	case 'c':
		bx, by := p.at(baseX+n[0], baseY+n[1])
		cx, cy := p.at(baseX+n[2], baseY+n[3])
		p.x, p.y = baseX+n[4], baseY+n[5]
		dx, dy := p.at(p.x, p.y)
		p.out.CubeTo(bx, by, cx, cy, dx, dy)
	}
}

func (p *pen) at(x, y float32) (float32, float32) { return p.left + p.scale*x, p.top + p.scale*y }
