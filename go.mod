module github.com/veilplan/veil

go 1.26.0

require (
	gonum.org/v1/gonum v0.17.0
	pgregory.net/rapid v1.3.0
)

require github.com/goccy/go-yaml v1.19.1
