// SPDX-License-Identifier: BSD-3-Clause

package web

import (
	"context"
	"encoding/base64"
	"fmt"
	"html"
	"net/http"
	"strings"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/web/picture"
	"github.com/veilplan/veil/web/server"
)

// A shared link should show what it leads to. The web app keeps positions after the # of its
// address, which no server sees, so positions have separate addresses too: a page with a title and
// a picture that redirects to the web app.

// link contains what other sites show for an address.
type link struct {
	title, about string
	picture      string // its path
	to           string // its target, relative to the address
}

func routeLinks(s *server.Server, list func() ([]api.KriegPuzzle, error)) {
	s.Handle("GET /share/mines/{code}", func(w http.ResponseWriter, r *http.Request) {
		code := r.PathValue("code")
		board, err := picture.ReadMines(code)
		if err != nil {
			missing().Write(w, r)
			return
		}
		fragment := base64.RawURLEncoding.EncodeToString([]byte(code))
		link{"Which cell is best?", sizeOf(board), "/og/mines/" + code + ".png", "/mines/#p=" + fragment}.write(w, r)
	})
	s.Handle("GET /og/mines/{file}", func(w http.ResponseWriter, r *http.Request) {
		code, ok := strings.CutSuffix(r.PathValue("file"), ".png")
		board, err := picture.ReadMines(code)
		if err != nil || !ok {
			missing().Write(w, r)
			return
		}
		send(s, w, r, picture.Card{Title: "Which cell is best?", Lines: []string{sizeOf(board)}, Board: board})
	})
	s.Handle("GET /share/problems/{id}", func(w http.ResponseWriter, r *http.Request) {
		p, err := puzzleOf(list, r.PathValue("id"))
		if err != nil {
			server.ProblemOf(err).Write(w, r)
			return
		}
		link{p.Name, stipulation(p), "/og/problems/" + p.ID + ".png", "/problems/#" + p.ID}.write(w, r)
	})
	s.Handle("GET /og/problems/{file}", func(w http.ResponseWriter, r *http.Request) {
		id, _ := strings.CutSuffix(r.PathValue("file"), ".png")
		p, err := puzzleOf(list, id)
		if err != nil {
			server.ProblemOf(err).Write(w, r)
			return
		}
		board := &picture.Chess{Men: p.Own, Heat: p.Heat}
		send(s, w, r, picture.Card{Title: p.Name, Lines: strings.Split(stipulation(p), ", "), Board: board})
	})
}

func puzzleOf(list func() ([]api.KriegPuzzle, error), id string) (*api.KriegPuzzle, error) {
	all, err := list()
	if err != nil {
		return nil, err
	}
	found, err := chooseOne(&server.ByID{ID: id}, all)
	if err != nil {
		return nil, err
	}
	return &found.Puzzles[0], nil
}

func missing() *server.Problem {
	return server.NewProblem(http.StatusNotFound, server.NotFound, "no such position", "The address may have been cut short.")
}

func sizeOf(m *picture.Mines) string {
	if m.Mines == "x" {
		return fmt.Sprintf("%d × %d", m.Width, m.Height)
	}
	return fmt.Sprintf("%d × %d, %s mines", m.Width, m.Height, m.Mines)
}

func stipulation(p *api.KriegPuzzle) string {
	return fmt.Sprintf("Mate in %d, %d boards fit, %s rules", p.Moves, p.Boards, p.Rules)
}

// write sends a page whose header is for other sites and which redirects people.
func (l link) write(w http.ResponseWriter, r *http.Request) {
	origin := "http://" + r.Host
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		origin = "https://" + r.Host
	}
	e := html.EscapeString
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = fmt.Fprintf(w, `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>%[1]s · veil</title>
<meta name="robots" content="noindex">
<meta property="og:site_name" content="veil">
<meta property="og:title" content="%[1]s">
<meta property="og:description" content="%[2]s">
<meta property="og:image" content="%[3]s">
<meta property="og:image:width" content="%[5]d">
<meta property="og:image:height" content="%[6]d">
<meta name="twitter:card" content="summary_large_image">
<meta http-equiv="refresh" content="0; url=%[4]s">
<p><a href="%[4]s">%[1]s</a> %[2]s</p>
</html>
`, e(l.title), e(l.about), e(origin+l.picture), e(l.to), picture.Width, picture.Height) // the client is gone if this fails
}

// send draws a card, in a slot like all other work.
func send(s *server.Server, w http.ResponseWriter, r *http.Request, c picture.Card) {
	text, err := s.Compute(r.Context(), api.Short, func(context.Context) ([]byte, error) { return c.PNG() })
	if err != nil {
		server.ProblemOf(err).Write(w, r)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Cache-Control", "public, max-age=86400")
	w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin") // other sites show it
	_, _ = w.Write(text)                                           // the client is gone if this fails
}
