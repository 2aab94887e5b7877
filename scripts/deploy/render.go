// Renders a chart's templates like Helm: Go's text/template, sprig, and the Helm functions that the chart uses.
// CI can't reach a registry with Helm itself; sprig and YAML are Debian packages (golang-github-masterminds-sprig-dev).
//
//	GO111MODULE=off GOPATH=/usr/share/gocode go run scripts/deploy/render.go CHART VALUES…
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

type object = map[string]interface{}

// Files reads files of the chart, like `.Files.Get`.
type Files struct{ directory string }

func (files Files) Get(name string) string {
	text, err := os.ReadFile(filepath.Join(files.directory, name))
	must(err)
	return string(text)
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func read(path string) object {
	text, err := os.ReadFile(path)
	must(err)
	parsed := object{}
	must(yaml.Unmarshal(text, &parsed))
	return parsed
}

// merge overrides `values` with `over`, like further values files in Helm.
func merge(values, over object) object {
	for name, value := range over {
		below, isObject := values[name].(object)
		if above, ok := value.(object); ok && isObject {
			values[name] = merge(below, above)
		} else {
			values[name] = value
		}
	}
	return values
}

func main() {
	chart := os.Args[1]
	values := read(filepath.Join(chart, "values.yaml"))
	for _, path := range os.Args[2:] {
		values = merge(values, read(path))
	}
	about := read(filepath.Join(chart, "Chart.yaml"))
	root := template.New("chart").Option("missingkey=error")
	functions := sprig.TxtFuncMap()
	delete(functions, "env")
	delete(functions, "expandenv")
	functions["include"] = func(name string, data interface{}) (string, error) {
		text := &strings.Builder{}
		err := root.ExecuteTemplate(text, name, data)
		return text.String(), err
	}
	functions["toYaml"] = func(value interface{}) string {
		text, err := yaml.Marshal(value)
		must(err)
		return strings.TrimSuffix(string(text), "\n")
	}
	functions["required"] = func(message string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, fmt.Errorf("%s", message)
		}
		return value, nil
	}
	root.Funcs(functions)
	paths, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	must(err)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		must(err)
		template.Must(root.New(filepath.Base(path)).Parse(string(text)))
	}
	data := object{
		"Values":  values,
		"Chart":   object{"Name": about["name"], "Version": about["version"], "AppVersion": about["appVersion"]},
		"Release": object{"Name": "toolyard", "Namespace": "default", "Service": "Helm"},
		"Files":   Files{chart},
	}
	for _, path := range paths {
		if strings.HasPrefix(filepath.Base(path), "_") {
			continue
		}
		fmt.Println("---")
		must(root.ExecuteTemplate(os.Stdout, filepath.Base(path), data))
	}
}
