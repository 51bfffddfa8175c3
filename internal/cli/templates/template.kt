// {{title}}
fun main() {
    val input = System.`in`.bufferedReader()
    val n = input.readLine().trim().toInt()
    println(n)
}
