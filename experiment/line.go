// SPDX-License-Identifier: BSD-3-Clause

package experiment

import "strconv"

// An episode is stored as one line of JSON per policy, in a single form: fixed order of fields, no
// space. A line that differs in any byte from what would be written is invalid.

// appendEpisode appends the lines of an episode.
func (s *Spec) appendEpisode(dst []byte, e *Episode) []byte {
	for i := range e.Plays {
		dst = append(dst, `{"episode":`...)
		dst = strconv.AppendUint(dst, e.Index, 10)
		dst = append(dst, `,"policy":`...)
		dst = appendString(dst, s.Policies[i].ID)
		dst = s.appendPlay(dst, &e.Plays[i])
		dst = append(dst, '}', '\n')
	}
	return dst
}

func (s *Spec) appendPlay(dst []byte, p *Play) []byte {
	dst = append(dst, `,"result":"`...)
	dst = append(dst, p.Outcome.String()...)
	dst = append(dst, `","score":`...)
	dst = appendFloat(dst, p.Score)
	dst = appendCount(dst, `,"moves":`, p.Moves)
	if s.keeps(Guesses) {
		dst = appendCount(dst, `,"guesses":`, p.Guesses)
	}
	if s.keeps(Work) {
		dst = appendCount(dst, `,"simulations":`, p.Simulations)
		dst = appendCount(dst, `,"nodes":`, p.Nodes)
	}
	if s.keeps(Values) {
		dst = appendList(dst, `,"values":`, p.Values, appendFloat)
	}
	if s.keeps(Actions) {
		dst = appendList(dst, `,"actions":`, p.Actions, appendString)
		dst = appendList(dst, `,"seen":`, p.Seen, appendString)
	}
	return dst
}

func appendCount(dst []byte, name string, n int) []byte {
	return strconv.AppendInt(append(dst, name...), int64(n), 10)
}

func appendList[T any](dst []byte, name string, list []T, item func([]byte, T) []byte) []byte {
	dst = append(append(dst, name...), '[')
	for i, v := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = item(dst, v)
	}
	return append(dst, ']')
}
