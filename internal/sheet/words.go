package sheet

import (
	"strings"

	"grundy/internal/statement"
)

// words are what a sheet says in a language.
type words struct {
	Language                               string // its own name
	Problem, Time, Memory, Author, License string
	samples                                statement.Words
}

// languages are those that a sheet speaks itself, by the codes of statements. In others it says in English what is not the author's.
var languages = map[string]words{
	"cs": {"Čeština", "Úloha", "Časový limit", "Paměťový limit", "Autor", "Licence", statement.Words{Sample: "Příklad", Input: "Vstup", Output: "Výstup", Judge: "Porota", Yours: "Váš program"}},
	"da": {"Dansk", "Opgave", "Tidsgrænse", "Hukommelsesgrænse", "Forfatter", "Licens", statement.Words{Sample: "Eksempel", Input: "Input", Output: "Output", Judge: "Dommer", Yours: "Dit program"}},
	"de": {"Deutsch", "Aufgabe", "Zeitlimit", "Speicherlimit", "Autor", "Lizenz", statement.Words{Sample: "Beispiel", Input: "Eingabe", Output: "Ausgabe", Judge: "Judge", Yours: "Dein Programm"}},
	"en": {"English", "Problem", "Time limit", "Memory limit", "Author", "License", statement.Words{Sample: "Sample", Input: "Input", Output: "Output", Judge: "Judge", Yours: "Your program"}},
	"es": {"Español", "Problema", "Límite de tiempo", "Límite de memoria", "Autor", "Licencia", statement.Words{Sample: "Ejemplo", Input: "Entrada", Output: "Salida", Judge: "Juez", Yours: "Tu programa"}},
	"fi": {"Suomi", "Tehtävä", "Aikaraja", "Muistiraja", "Tekijä", "Lisenssi", statement.Words{Sample: "Esimerkki", Input: "Syöte", Output: "Tuloste", Judge: "Tuomari", Yours: "Ohjelmasi"}},
	"fr": {"Français", "Problème", "Limite de temps", "Limite de mémoire", "Auteur", "Licence", statement.Words{Sample: "Exemple", Input: "Entrée", Output: "Sortie", Judge: "Juge", Yours: "Votre programme"}},
	"it": {"Italiano", "Problema", "Limite di tempo", "Limite di memoria", "Autore", "Licenza", statement.Words{Sample: "Esempio", Input: "Input", Output: "Output", Judge: "Giudice", Yours: "Il tuo programma"}},
	"nb": {"Norsk", "Oppgave", "Tidsgrense", "Minnegrense", "Forfatter", "Lisens", statement.Words{Sample: "Eksempel", Input: "Input", Output: "Output", Judge: "Dommer", Yours: "Ditt program"}},
	"nl": {"Nederlands", "Opgave", "Tijdslimiet", "Geheugenlimiet", "Auteur", "Licentie", statement.Words{Sample: "Voorbeeld", Input: "Invoer", Output: "Uitvoer", Judge: "Jury", Yours: "Jouw programma"}},
	"pl": {"Polski", "Zadanie", "Limit czasu", "Limit pamięci", "Autor", "Licencja", statement.Words{Sample: "Przykład", Input: "Wejście", Output: "Wyjście", Judge: "Sędzia", Yours: "Twój program"}},
	"pt": {"Português", "Problema", "Limite de tempo", "Limite de memória", "Autor", "Licença", statement.Words{Sample: "Exemplo", Input: "Entrada", Output: "Saída", Judge: "Juiz", Yours: "Seu programa"}},
	"ru": {"Русский", "Задача", "Ограничение времени", "Ограничение памяти", "Автор", "Лицензия", statement.Words{Sample: "Пример", Input: "Входные данные", Output: "Выходные данные", Judge: "Жюри", Yours: "Ваша программа"}},
	"sv": {"Svenska", "Uppgift", "Tidsgräns", "Minnesgräns", "Författare", "Licens", statement.Words{Sample: "Exempel", Input: "Indata", Output: "Utdata", Judge: "Domare", Yours: "Ditt program"}},
	"uk": {"Українська", "Задача", "Обмеження часу", "Обмеження пам’яті", "Автор", "Ліцензія", statement.Words{Sample: "Приклад", Input: "Вхідні дані", Output: "Вихідні дані", Judge: "Журі", Yours: "Ваша програма"}},
}

// wordsOf are those of a statement's language, such as pt-BR.
func wordsOf(code string) words {
	main, _, _ := strings.Cut(code, "-")
	found, known := languages[main]
	if !known {
		found = languages["en"]
		found.Language = code
	}
	return found
}
