module github.com/veilplan/veil

go 1.26.0
