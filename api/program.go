// SPDX-License-Identifier: BSD-3-Clause

package api

// Version is the document veil.version/1: version and build settings of the program.
type Version struct {
	Schema   string            `json:"schema" enum:"veil.version/1"`
	Version  string            `json:"version" doc:"A released version, or devel"`
	Commit   string            `json:"commit,omitempty" doc:"Commit of the sources, if built from a checkout"`
	Date     string            `json:"date,omitempty" doc:"Date of that commit"`
	Modified bool              `json:"modified,omitempty" doc:"Whether the sources had uncommitted changes"`
	Go       string            `json:"go,omitempty" doc:"The version of Go it was built with"`
	System   string            `json:"system,omitempty" doc:"Platform, e.g. linux/amd64"`
	Settings map[string]string `json:"settings,omitempty" doc:"Of the build"`
	Lacking  []string          `json:"lacking,omitempty" doc:"Parts omitted from this build"`
}

// Doctor is the document veil.doctor/1: the state of the installation.
type Doctor struct {
	Schema  string    `json:"schema" enum:"veil.doctor/1"`
	Healthy bool      `json:"healthy" doc:"Whether no finding is a problem"`
	Found   []Finding `json:"found"`
}

// Finding is the result of one check.
type Finding struct {
	What   string `json:"what"`
	State  string `json:"state" enum:"ok,note,problem"`
	Detail string `json:"detail"`
	Advice string `json:"advice,omitempty" doc:"Recommended action, if any"`
}
