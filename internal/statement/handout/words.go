package handout

import (
	"strings"

	"grundy/internal/statement"
)

// words are the labels of a sheet in one language.
type words struct {
	Language                               string // its own name
	Problem, Time, Memory, Author, License string
	samples                                statement.Words
}

// languages are the languages that a sheet has labels for, by the codes of statements. Sheets in others have
// English labels.
var languages = map[string]words{
	"ar": {"العربية", "مسألة", "حد الزمن", "حد الذاكرة", "المؤلف", "الرخصة", statement.Words{Sample: "مثال", Input: "المدخلات", Output: "المخرجات", Judge: "الحَكَم", Yours: "برنامجك", Pass: "جولة", Figure: "شكل", Table: "جدول", Interaction: "التفاعل", Explanation: "الشرح", Scoring: "الدرجات", Note: "ملاحظة", Solution: "الحل"}},
	"cs": {"Čeština", "Úloha", "Časový limit", "Paměťový limit", "Autor", "Licence", statement.Words{Sample: "Příklad", Input: "Vstup", Output: "Výstup", Judge: "Porota", Yours: "Váš program", Pass: "Průchod", Figure: "Obrázek", Table: "Tabulka", Interaction: "Interakce", Explanation: "Vysvětlení", Scoring: "Bodování", Note: "Poznámka", Solution: "Řešení"}},
	"da": {"Dansk", "Opgave", "Tidsgrænse", "Hukommelsesgrænse", "Forfatter", "Licens", statement.Words{Sample: "Eksempel", Input: "Input", Output: "Output", Judge: "Dommer", Yours: "Dit program", Pass: "Gennemløb", Figure: "Figur", Table: "Tabel", Interaction: "Interaktion", Explanation: "Forklaring", Scoring: "Pointgivning", Note: "Bemærkning", Solution: "Løsning"}},
	"de": {"Deutsch", "Aufgabe", "Zeitlimit", "Speicherlimit", "Autor", "Lizenz", statement.Words{Sample: "Beispiel", Input: "Eingabe", Output: "Ausgabe", Judge: "Judge", Yours: "Dein Programm", Pass: "Durchgang", Figure: "Abbildung", Table: "Tabelle", Interaction: "Interaktion", Explanation: "Erklärung", Scoring: "Bewertung", Note: "Hinweis", Solution: "Lösung"}},
	"en": {"English", "Problem", "Time limit", "Memory limit", "Author", "License", statement.Words{Sample: "Sample", Input: "Input", Output: "Output", Judge: "Judge", Yours: "Your program", Pass: "Pass", Figure: "Figure", Table: "Table", Interaction: "Interaction", Explanation: "Explanation", Scoring: "Scoring", Note: "Note", Solution: "Solution"}},
	"es": {"Español", "Problema", "Límite de tiempo", "Límite de memoria", "Autor", "Licencia", statement.Words{Sample: "Ejemplo", Input: "Entrada", Output: "Salida", Judge: "Juez", Yours: "Tu programa", Pass: "Pasada", Figure: "Figura", Table: "Tabla", Interaction: "Interacción", Explanation: "Explicación", Scoring: "Puntuación", Note: "Nota", Solution: "Solución"}},
	"fa": {"فارسی", "مسئله", "محدودیت زمان", "محدودیت حافظه", "نویسنده", "مجوز", statement.Words{Sample: "نمونه", Input: "ورودی", Output: "خروجی", Judge: "داور", Yours: "برنامهٔ شما", Pass: "دور", Figure: "شکل", Table: "جدول", Interaction: "تعامل", Explanation: "توضیح", Scoring: "امتیازدهی", Note: "نکته", Solution: "راه\u200cحل"}},
	"fi": {"Suomi", "Tehtävä", "Aikaraja", "Muistiraja", "Tekijä", "Lisenssi", statement.Words{Sample: "Esimerkki", Input: "Syöte", Output: "Tuloste", Judge: "Tuomari", Yours: "Ohjelmasi", Pass: "Kierros", Figure: "Kuva", Table: "Taulukko", Interaction: "Vuorovaikutus", Explanation: "Selitys", Scoring: "Pisteytys", Note: "Huomautus", Solution: "Ratkaisu"}},
	"fr": {"Français", "Problème", "Limite de temps", "Limite de mémoire", "Auteur", "Licence", statement.Words{Sample: "Exemple", Input: "Entrée", Output: "Sortie", Judge: "Juge", Yours: "Votre programme", Pass: "Passe", Figure: "Figure", Table: "Tableau", Interaction: "Interaction", Explanation: "Explication", Scoring: "Barème", Note: "Remarque", Solution: "Solution"}},
	"he": {"עברית", "בעיה", "מגבלת זמן", "מגבלת זיכרון", "מחבר", "רישיון", statement.Words{Sample: "דוגמה", Input: "קלט", Output: "פלט", Judge: "השופט", Yours: "התוכנית שלך", Pass: "סבב", Figure: "איור", Table: "טבלה", Interaction: "אינטראקציה", Explanation: "הסבר", Scoring: "ניקוד", Note: "הערה", Solution: "פתרון"}},
	"it": {"Italiano", "Problema", "Limite di tempo", "Limite di memoria", "Autore", "Licenza", statement.Words{Sample: "Esempio", Input: "Input", Output: "Output", Judge: "Giudice", Yours: "Il tuo programma", Pass: "Passata", Figure: "Figura", Table: "Tabella", Interaction: "Interazione", Explanation: "Spiegazione", Scoring: "Punteggio", Note: "Nota", Solution: "Soluzione"}},
	"nb": {"Norsk", "Oppgave", "Tidsgrense", "Minnegrense", "Forfatter", "Lisens", statement.Words{Sample: "Eksempel", Input: "Input", Output: "Output", Judge: "Dommer", Yours: "Ditt program", Pass: "Gjennomløp", Figure: "Figur", Table: "Tabell", Interaction: "Interaksjon", Explanation: "Forklaring", Scoring: "Poenggivning", Note: "Merknad", Solution: "Løsning"}},
	"nl": {"Nederlands", "Opgave", "Tijdslimiet", "Geheugenlimiet", "Auteur", "Licentie", statement.Words{Sample: "Voorbeeld", Input: "Invoer", Output: "Uitvoer", Judge: "Jury", Yours: "Jouw programma", Pass: "Doorgang", Figure: "Figuur", Table: "Tabel", Interaction: "Interactie", Explanation: "Uitleg", Scoring: "Puntentelling", Note: "Opmerking", Solution: "Oplossing"}},
	"pl": {"Polski", "Zadanie", "Limit czasu", "Limit pamięci", "Autor", "Licencja", statement.Words{Sample: "Przykład", Input: "Wejście", Output: "Wyjście", Judge: "Sędzia", Yours: "Twój program", Pass: "Przebieg", Figure: "Rysunek", Table: "Tabela", Interaction: "Interakcja", Explanation: "Wyjaśnienie", Scoring: "Punktacja", Note: "Uwaga", Solution: "Rozwiązanie"}},
	"pt": {"Português", "Problema", "Limite de tempo", "Limite de memória", "Autor", "Licença", statement.Words{Sample: "Exemplo", Input: "Entrada", Output: "Saída", Judge: "Juiz", Yours: "Seu programa", Pass: "Passagem", Figure: "Figura", Table: "Tabela", Interaction: "Interação", Explanation: "Explicação", Scoring: "Pontuação", Note: "Observação", Solution: "Solução"}},
	"ru": {"Русский", "Задача", "Ограничение времени", "Ограничение памяти", "Автор", "Лицензия", statement.Words{Sample: "Пример", Input: "Входные данные", Output: "Выходные данные", Judge: "Жюри", Yours: "Ваша программа", Pass: "Проход", Figure: "Рисунок", Table: "Таблица", Interaction: "Протокол взаимодействия", Explanation: "Пояснение", Scoring: "Система оценки", Note: "Замечание", Solution: "Решение"}},
	"sv": {"Svenska", "Uppgift", "Tidsgräns", "Minnesgräns", "Författare", "Licens", statement.Words{Sample: "Exempel", Input: "Indata", Output: "Utdata", Judge: "Domare", Yours: "Ditt program", Pass: "Genomgång", Figure: "Figur", Table: "Tabell", Interaction: "Interaktion", Explanation: "Förklaring", Scoring: "Poängsättning", Note: "Anmärkning", Solution: "Lösning"}},
	"uk": {"Українська", "Задача", "Обмеження часу", "Обмеження пам’яті", "Автор", "Ліцензія", statement.Words{Sample: "Приклад", Input: "Вхідні дані", Output: "Вихідні дані", Judge: "Журі", Yours: "Ваша програма", Pass: "Прохід", Figure: "Рисунок", Table: "Таблиця", Interaction: "Протокол взаємодії", Explanation: "Пояснення", Scoring: "Система оцінювання", Note: "Примітка", Solution: "Розв’язок"}},
}

// wordsOf returns the labels for a statement's language, such as pt-BR.
func wordsOf(code string) words {
	main, _, _ := strings.Cut(code, "-")
	found, known := languages[main]
	if !known {
		found = languages["en"]
		found.Language = code
	}
	return found
}
