module github.com/veilplan/veil

go 1.26.0

require (
	github.com/corentings/chess/v2 v2.5.1
	pgregory.net/rapid v1.3.0
)
