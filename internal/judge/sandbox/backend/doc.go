// Package backend chooses the strongest sandbox that a machine allows, and never silently a weaker one: what was found
// and why is in the Choice.
package backend
