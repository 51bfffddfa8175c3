package handout

import (
	"bytes"
	"compress/zlib"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// pdfOf is a PDF with these streams.
func pdfOf(t *testing.T, streams ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	for _, stream := range streams {
		b.WriteString("1 0 obj\n<</Filter /FlateDecode>> stream\n")
		w := zlib.NewWriter(&b)
		_, err := w.Write([]byte(stream))
		if err != nil || w.Close() != nil {
			t.Fatal(err)
		}
		b.WriteString("\nendstream\nendobj\n")
	}
	return b.Bytes()
}

func TestLettersMissing(t *testing.T) {
	const cmap = "begincmap\n2 beginbfchar\n<0003> <0020>\n<0010> <00E4>\nendbfchar\n1 beginbfrange\n<0020> <0022> <03B1>\nendbfrange\nendcmap\n"
	page := []byte("<style>.a::before { content: '★'; }</style><p>ä &alpha;γ 最大 🙂 é</p>")
	for _, test := range []struct {
		name    string
		content string
		want    []string
	}{
		{"no boxes", "BT /F4 12 Tf <00030010> Tj ET", nil},
		{"boxes", "BT /F4 12 Tf <00030000> Tj /Span<</ActualText <FEFF5927> >> BDC <0000> Tj EMC ET", []string{"最", "大", "🙂", "é"}},
		{"glyphs with their text", "BT /F4 12 Tf /Span<</ActualText <FEFF5927D83DDE42> >> BDC <00070008> Tj EMC <0000> Tj ET", []string{"最", "é"}},
		{"glyphs of one byte", "BT /F4 12 Tf <00> Tj ET", nil},
	} {
		if diff := cmp.Diff(test.want, lettersMissing(pdfOf(t, cmap, test.content), page)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
	if got := lettersMissing([]byte("%PDF-1.4\nstream\nx\nendstream"), page); got != nil {
		t.Errorf("a PDF without text: got %v", got)
	}
}
