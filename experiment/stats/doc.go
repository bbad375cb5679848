// SPDX-License-Identifier: BSD-3-Clause

// Package stats implements the statistics of experiments, each from the paper it cites.
//
//	one rate                 Wilson, ClopperPearson
//	one mean                 Moments.Interval (Student)
//	two rates, same episodes PairedDifference (Tango), McNemar
//	which of two hypotheses  SPRT: generalised, trinomial
//	predicted against seen   Calibration
//	times                    Histogram
//
// The package does not depend on episodes.
package stats
