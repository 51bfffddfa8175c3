package checker

import (
	"bytes"
	"errors"
	"io"
	"unicode/utf8"
)

// Bounds of the excerpt of one side, in lines and bytes.
const (
	linesAround = 2
	lineWidth   = 160
	tokenWidth  = 64
	windowSize  = 2 << 10 // read before and after the difference
	scanSize    = 64 << 10
)

// ellipsis replaces what was cut.
const ellipsis = "…"

// excerpt reads parts of a file by offset.
type excerpt struct{ file io.ReaderAt }

// read returns the bytes from one offset to another, or fewer at the beginning or end of the file.
func (e excerpt) read(from, to int64) ([]byte, error) {
	from = max(from, 0)
	block := make([]byte, max(to-from, 0))
	n, err := e.file.ReadAt(block, from)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return block[:n], nil
}

// back moves back from an offset over bytes that are white space, or over those that are not.
func (e excerpt) back(offset int64, space bool) (int64, error) {
	for offset > 0 {
		block, err := e.read(offset-scanSize, offset)
		if err != nil {
			return 0, err
		}
		for i := len(block) - 1; i >= 0; i-- {
			if isSpace(block[i]) != space {
				return offset - int64(len(block)-1-i), nil
			}
		}
		offset -= int64(len(block))
	}
	return 0, nil
}

// position returns the line that contains an offset, where that line begins, and which of its tokens is the first at
// or after the offset. No token may span the offset.
func (e excerpt) position(offset int64) (line, token int, lineStart int64, err error) {
	line = 1
	err = e.scan(0, offset, func(at int64, block []byte) {
		if last := bytes.LastIndexByte(block, '\n'); last >= 0 {
			line += bytes.Count(block, []byte{'\n'})
			lineStart = at + int64(last) + 1
		}
	})
	if err != nil {
		return 0, 0, 0, err
	}
	token = 1
	space := true
	err = e.scan(lineStart, offset, func(_ int64, block []byte) {
		for _, c := range block {
			if space && !isSpace(c) {
				token++
			}
			space = isSpace(c)
		}
	})
	return line, token, lineStart, err
}

// scan visits a part of the file block by block.
func (e excerpt) scan(from, to int64, visit func(at int64, block []byte)) error {
	for from < to {
		block, err := e.read(from, min(from+scanSize, to))
		if err != nil {
			return err
		}
		if len(block) == 0 {
			return io.ErrUnexpectedEOF
		}
		visit(from, block)
		from += int64(len(block))
	}
	return nil
}

// token returns the token between start and the next white space, cut around the offset.
func (e excerpt) token(start, offset int64) (string, error) {
	end := max(offset, start) + tokenWidth
	from := start
	if offset-start > tokenWidth/2 {
		from, end = offset-tokenWidth/2, offset+tokenWidth/2
	}
	block, err := e.read(from, end+1)
	if err != nil {
		return "", err
	}
	cut := int64(len(block)) > end-from
	if i := bytes.IndexFunc(block, func(r rune) bool { return r < utf8.RuneSelf && isSpace(byte(r)) }); i >= 0 {
		block, cut = block[:i], false
	}
	if cut {
		block = block[:end-from]
	}
	return clipped(block, from > start, cut), nil
}

// run returns the white space around an offset, cut at the bounds of the window.
func (e excerpt) run(offset int64) (string, error) {
	before, err := e.read(offset-windowSize, offset)
	if err != nil {
		return "", err
	}
	behind, err := e.read(offset, offset+windowSize)
	if err != nil {
		return "", err
	}
	before = before[len(bytes.TrimRight(before, " \t\n\v\f\r")):]
	behind = behind[:len(behind)-len(bytes.TrimLeft(behind, " \t\n\v\f\r"))]
	return string(before) + string(behind), nil
}

// clipped returns a piece of text, with an ellipsis where it was cut and without partial characters there.
func clipped(text []byte, left, right bool) string {
	if left {
		for i := 0; i < utf8.UTFMax-1 && len(text) > 0 && !utf8.RuneStart(text[0]); i++ {
			text = text[1:]
		}
	}
	if right {
		for i := 1; i < utf8.UTFMax && i <= len(text); i++ {
			if tail := text[len(text)-i:]; utf8.RuneStart(tail[0]) {
				if !utf8.FullRune(tail) {
					text = text[:len(text)-i]
				}
				break
			}
		}
	}
	s := string(text)
	if left {
		s = ellipsis + s
	}
	if right {
		s += ellipsis
	}
	return s
}
