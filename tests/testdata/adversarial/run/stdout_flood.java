// expect: OLE max-output=1MiB
class Flood {
    public static void main(String[] arguments) {
        String block = "flood ".repeat(10000);
        for (int i = 0; i < 1000; i++) System.out.print(block);
    }
}
