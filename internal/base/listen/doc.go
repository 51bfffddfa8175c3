// Package listen says where a server listens, under which name others reach it, and by which certificate it proves to be
// the server of that name.
package listen
